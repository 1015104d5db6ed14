import assert from 'node:assert/strict';
import { Log } from '../../src/ui/prompt/log.js';

describe('The log', () => {
  it('takes nothing away from what it tells of when its window is closing', () => {
    const log = new Log();
    log.dispose();
    assert.doesNotThrow(() => {
      log.info('late');
      log.error(new Error('late'));
      log.error(Object.create(null));
      log.exchange({ method: 'GET', url: '', headers: {} }, { kind: 'notSent', reason: 'reset', code: 'X' });
      log.show();
      log.maskSecret('a secret');
      log.dispose();
    });
  });
});
