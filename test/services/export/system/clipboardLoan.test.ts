import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { MemoryState } from '../../fakes.js';
import { Secret } from '../../../../src/core/text/secret.js';
import { ClipboardLoan, loanMs } from '../../../../src/services/export/system/clipboardLoan.js';

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('A secret lent to the clipboard', () => {
  let text: string;
  let state: MemoryState;
  let now: number;
  let clipboard: ConstructorParameters<typeof ClipboardLoan>[0];
  let loan: ClipboardLoan;
  let look: () => void;
  const open = () =>
    new ClipboardLoan(
      clipboard,
      state,
      () => now,
      (listener) => {
        look = listener;
        return { dispose: () => (look = () => undefined) };
      },
    );

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    text = 'before';
    state = new MemoryState();
    now = 0;
    clipboard = {
      readText: () => Promise.resolve(text),
      writeText: (written: string) => Promise.resolve(void (text = written)),
    };
    loan = open();
  });
  afterEach(() => mock.timers.reset());

  async function pass(ms: number): Promise<void> {
    now += ms;
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

  it('is removed once the window may look, which it may not while another is in front', async () => {
    const { readText } = clipboard;
    await loan.lend(new Secret('token'));
    clipboard.readText = () => Promise.resolve('');
    await pass(loanMs);
    assert.equal(text, 'token');
    clipboard.readText = readText;
    look();
    await settled();
    assert.equal(text, '');
  });

  it('is removed by the next window when its own was told at its end that there is nothing', async () => {
    const { readText } = clipboard;
    await loan.lend(new Secret('token'));
    clipboard.readText = () => Promise.resolve('');
    loan.dispose();
    await settled();
    clipboard.readText = readText;
    open();
    await pass(loanMs);
    assert.equal(text, '');
  });

  it('is written down before it is lent: the window may close in between', async () => {
    clipboard.writeText = (written) => {
      assert.equal(state.keys().length, 1);
      return Promise.resolve(void (text = written));
    };
    await loan.lend(new Secret('token'));
    assert.equal(text, 'token');
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
    loan.dispose();
    await settled();
    assert.equal(text, '');
    clipboard.readText = () => Promise.reject(new Error('not in front'));
    const blind = open();
    await blind.lend(new Secret('token'));
    await blind.takeBack();
  });

  it('is taken back by the next window when its own was closed in the minute', async () => {
    await loan.lend(new Secret('token'));
    await pass(loanMs / 2);
    const readText = clipboard.readText;
    clipboard.readText = () => Promise.reject(new Error('the window is closing'));
    loan.dispose();
    await settled();
    clipboard.readText = readText;
    open();
    await pass(loanMs / 2 - 1);
    assert.equal(text, 'token');
    await pass(1);
    assert.equal(text, '');
    assert.deepEqual(state.keys(), []);
  });

  it('is taken back at once when the next window comes later than that, and no trace of it is kept in clear', async () => {
    await loan.lend(new Secret('a token'));
    assert.doesNotMatch(JSON.stringify(state.keys().map((name) => state.get(name))), /a token/);
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
    now += 24 * 60 * loanMs;
    open();
    await pass(0);
    assert.equal(text, '');
  });
});
