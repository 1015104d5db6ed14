import type { SecretStorageChangeEvent } from 'vscode';
import { systemClock } from '../../src/services/export/system/clock';
import { ExportSession } from '../../src/services/export/exportSession';
import type { StepName } from '../../src/services/export/store/sessionDependencies';
import type { Secrets } from '../../src/services/export/store/sessionSecrets';
import type { Beginning, FromWorker, ToWorker } from './messages';
import { plainSend } from './send';

// One window: its own cache of the secrets, its own clock, the folder it shares with the others.
const cache = new Map<string, string>();
const listeners = new Set<(event: SecretStorageChangeEvent) => void>();
let aheadMs = 0;
let stop: Extract<ToWorker, { kind: 'stopAt' }> | undefined;
let ask: () => Promise<string> = () => Promise.reject(new Error('not begun'));

const tell = (message: FromWorker): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

function change(key: string, value: string | undefined): void {
  if (value === undefined) {
    cache.delete(key);
  } else {
    cache.set(key, value);
  }
  for (const listener of listeners) {
    listener({ key });
  }
}

async function keep(key: string, value: string | undefined): Promise<void> {
  change(key, value);
  void tell({ kind: 'stored', key, value });
  return Promise.resolve();
}

const secrets: Secrets = {
  get: (key) => Promise.resolve(cache.get(key)),
  store: keep,
  delete: (key) => keep(key, undefined),
  onDidChange: (listener) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  },
};

async function step(name: StepName): Promise<void> {
  if (stop?.step !== name) {
    return;
  }
  const { afterMs } = stop;
  stop = undefined;
  if (afterMs > 0) {
    await systemClock.wait(afterMs);
  }
  process.kill(process.pid, 'SIGKILL');
}

function begin({ name, authUrl, clientId, storageFolder, secrets: known }: Beginning): void {
  for (const [key, value] of known) {
    cache.set(key, value);
  }
  const client = { authUrl, clientId };
  const send = plainSend({ 'x-worker': name });
  const clock = { ...systemClock, now: () => Date.now() + aheadMs };
  const windowOpenedAt = performance.timeOrigin;
  const session = new ExportSession({ client, secrets, storageFolder, send, windowOpenedAt, clock, step });
  ask = async () => {
    const result = await session.getAccessToken();
    return result?.kind === 'signedOut' || result?.kind === 'unavailable'
      ? `${result.kind} ${result.reason}`
      : String(result?.kind);
  };
}

process.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'begin':
      begin(message);
      void tell({ kind: 'ready' });
      return;
    case 'ask':
      ({ aheadMs } = message);
      void ask()
        .catch((error: unknown) => `threw ${String(error)}`)
        .then((outcome) => tell({ kind: 'answer', id: message.id, outcome }));
      return;
    case 'secret':
      change(message.key, message.value);
      return;
    case 'stopAt':
      stop = message;
  }
});
process.on('disconnect', () => process.exit());
