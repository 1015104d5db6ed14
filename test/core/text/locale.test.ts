import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { expiryOf } from '../../../src/core/connection/expiryLabel.js';
import { dayMs, daysText, durationText } from '../../../src/core/text/duration.js';
import { formatNumber } from '../../../src/core/text/locale.js';
import { readTexts } from '../../l10n/english.js';

describe('A number', () => {
  afterEach(() => l10n.config({ contents: {} }));

  it('is written as in the language of the sentence around it', () => {
    assert.equal(formatNumber(12_345.6), '12,345.6');
    l10n.config({ contents: readTexts('l10n/bundle.l10n.de.json') });
    assert.equal(formatNumber(12_345.6), '12.345,6');
  });

  it('of days or of what is left is in that language too', () => {
    l10n.config({ contents: readTexts('l10n/bundle.l10n.de.json') });
    assert.equal(daysText(1_200), '1.200 Tage');
    assert.equal(durationText(1_200 * dayMs), '1.200 Tage');
    const { label, accessibilityLabel } = expiryOf({ issuedAt: 0, expiresAt: 1_200 * dayMs }, 0);
    assert.deepEqual([label, accessibilityLabel], ['1.200 T', '1.200 Tage']);
  });
});
