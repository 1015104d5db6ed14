import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Secret } from '../../../../src/core/text/secret.js';
import { ClipboardLoan, loanMs } from '../../../../src/services/export/platform/clipboardLoan.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('A secret lent to the clipboard', () => {
  let text: string;
  let loan: ClipboardLoan;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    text = 'before';
    loan = new ClipboardLoan({
      readText: () => Promise.resolve(text),
      writeText: (written) => Promise.resolve(void (text = written)),
    });
  });
  afterEach(() => mock.timers.reset());

  async function pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await settled();
  }

  it('is removed after a minute', async () => {
    await loan.lend(new Secret('token'));
    await pass(loanMs - 1);
    assert.equal(text, 'token');
    await pass(1);
    assert.equal(text, '');
  });

  it('leaves alone what was copied since', async () => {
    await loan.lend(new Secret('token'));
    text = 'other';
    await pass(loanMs);
    assert.equal(text, 'other');
  });

  it('stays a whole minute when it is copied again', async () => {
    await loan.lend(new Secret('token'));
    await pass(loanMs / 2);
    await loan.lend(new Secret('token'));
    await pass(loanMs / 2);
    assert.equal(text, 'token');
    await pass(loanMs / 2);
    assert.equal(text, '');
  });

  it('is taken back at once when the window closes, and a clipboard that can’t be read is no error', async () => {
    await loan.lend(new Secret('token'));
    await loan.takeBack();
    assert.equal(text, '');
    const blind = new ClipboardLoan({
      readText: () => Promise.reject(new Error('not in front')),
      writeText: () => Promise.resolve(),
    });
    await blind.lend(new Secret('token'));
    await blind.takeBack();
  });
});
