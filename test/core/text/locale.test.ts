import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../../src/core/text/locale.js';
import { readTexts } from '../../l10n/english.js';

describe('A number', () => {
  afterEach(() => l10n.config({ contents: {} }));

  it('is written as in the language of the sentence around it', () => {
    assert.equal(formatNumber(12_345.6), '12,345.6');
    l10n.config({ contents: readTexts('l10n/bundle.l10n.de.json') });
    assert.equal(formatNumber(12_345.6), '12.345,6');
  });
});
