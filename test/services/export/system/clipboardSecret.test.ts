import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { MemoryState } from '../../fakes.js';
import { Secret } from '../../../../src/core/text/secret.js';
import {
  ClipboardSecret,
  clipboardSecretMs,
} from '../../../../src/services/export/system/clipboardSecret.js';

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('A secret lent to the clipboard', () => {
  let text: string;
  let state: MemoryState;
  let now: number;
  let clipboard: ConstructorParameters<typeof ClipboardSecret>[0];
  let loan: ClipboardSecret;
  let look: () => void;
  const open = () =>
    new ClipboardSecret(
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
    await loan.copy(new Secret('token'));
    await pass(clipboardSecretMs - 1);
    assert.equal(text, 'token');
    await pass(1);
    assert.equal(text, '');
  });

  it('is removed once the window may look, which it may not while another is in front', async () => {
    const { readText } = clipboard;
    await loan.copy(new Secret('token'));
    clipboard.readText = () => Promise.resolve('');
    await pass(clipboardSecretMs);
    assert.equal(text, 'token');
    clipboard.readText = readText;
    look();
    await settled();
    assert.equal(text, '');
  });

  it('is removed by the next window when its own was told at its end that there is nothing', async () => {
    const { readText } = clipboard;
    await loan.copy(new Secret('token'));
    clipboard.readText = () => Promise.resolve('');
    loan.dispose();
    await settled();
    clipboard.readText = readText;
    open();
    await pass(clipboardSecretMs);
    assert.equal(text, '');
  });

  it('is written down before it is lent: the window may close in between', async () => {
    clipboard.writeText = (written) => {
      assert.equal(state.keys().length, 1);
      return Promise.resolve(void (text = written));
    };
    await loan.copy(new Secret('token'));
    assert.equal(text, 'token');
  });

  it('leaves alone what was copied since', async () => {
    await loan.copy(new Secret('token'));
    text = 'other';
    await pass(clipboardSecretMs);
    assert.equal(text, 'other');
  });

  it('stays a whole minute when it is copied again', async () => {
    await loan.copy(new Secret('token'));
    await pass(clipboardSecretMs / 2);
    await loan.copy(new Secret('token'));
    await pass(clipboardSecretMs / 2);
    assert.equal(text, 'token');
    await pass(clipboardSecretMs / 2);
    assert.equal(text, '');
  });

  it('is taken back at once when the window closes, and a clipboard that can’t be read is no error', async () => {
    await loan.copy(new Secret('token'));
    loan.dispose();
    await settled();
    assert.equal(text, '');
    clipboard.readText = () => Promise.reject(new Error('not in front'));
    const blind = open();
    await blind.copy(new Secret('token'));
    await blind.clear();
  });

  it('is taken back by the next window when its own was closed in the minute', async () => {
    await loan.copy(new Secret('token'));
    await pass(clipboardSecretMs / 2);
    const readText = clipboard.readText;
    clipboard.readText = () => Promise.reject(new Error('the window is closing'));
    loan.dispose();
    await settled();
    clipboard.readText = readText;
    open();
    await pass(clipboardSecretMs / 2 - 1);
    assert.equal(text, 'token');
    await pass(1);
    assert.equal(text, '');
    assert.deepEqual(state.keys(), []);
  });

  it('is taken back at once when the next window comes later than that, and no trace of it is kept in clear', async () => {
    await loan.copy(new Secret('a token'));
    assert.doesNotMatch(JSON.stringify(state.keys().map((name) => state.get(name))), /a token/);
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
    now += 24 * 60 * clipboardSecretMs;
    open();
    await pass(0);
    assert.equal(text, '');
  });
});
