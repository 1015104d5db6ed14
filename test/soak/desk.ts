import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExportSession } from '../../src/services/export/exportSession';
import { unsealTokens, type TokenSet } from '../../src/services/export/store/journal';
import { sessionFolder } from '../../src/services/export/store/sessionFolder';
import { SessionSecrets } from '../../src/services/export/store/sessionSecrets';
import { systemClock } from '../../src/services/export/system/clock';
import { mapSecrets } from '../services/export/secretStorages';
import type { IdentityProvider } from './identityProvider';
import { plainSend } from './send';
import { Window } from './window';

/** One person's machine: a folder, a secret storage that lags between windows, and windows. */
export class Desk {
  readonly windows: Window[] = [];
  readonly #stored = new Map<string, string>();
  #opened = 0;

  private constructor(
    readonly idp: IdentityProvider,
    readonly storageFolder: string,
    private readonly lagMs: number,
  ) {}

  /** Signed in long ago: every window opens with the keys. */
  static async signedIn(idp: IdentityProvider, lagMs: number) {
    const storageFolder = await mkdtemp(path.join(tmpdir(), 'soak-'));
    const desk = new Desk(idp, storageFolder, lagMs);
    const session = new ExportSession({
      client: idp,
      secrets: mapSecrets(desk.#stored),
      storageFolder,
      send: plainSend(),
      windowOpenedAt: 0,
    });
    await session.signIn(await idp.grant(randomBytes(4).toString('hex')));
    // The sign-in is none of what is counted
    idp.calls.length = 0;
    session.dispose();
    return desk;
  }

  async open(): Promise<Window> {
    this.#opened += 1;
    const { authUrl, clientId } = this.idp;
    const name = `${path.basename(this.storageFolder)}-${this.#opened}`;
    const secrets = [...this.#stored];
    const { storageFolder } = this;
    const window = await Window.open({ name, authUrl, clientId, storageFolder, secrets });
    window.onStored = (key, value) => this.#spread(window, key, value);
    this.windows.push(window);
    void window.exited.then(() => this.windows.splice(this.windows.indexOf(window), 1));
    return window;
  }

  /** What a new window would find, or undefined when the journal can't be read. */
  async journal(): Promise<TokenSet | undefined> {
    const folder = sessionFolder(this.storageFolder, this.idp);
    const file = (await readdir(folder)).find((name) => /^journal\.[^.]+$/.test(name));
    const keys = await new SessionSecrets(mapSecrets(this.#stored), this.idp, systemClock, 1000).keys();
    if (!file || !keys) {
      return undefined;
    }
    const text = await readFile(path.join(folder, file), 'utf8');
    return unsealTokens(text, file.slice('journal.'.length), keys.dataKey);
  }

  async close(): Promise<void> {
    await Promise.all([...this.windows].map((window) => window.close()));
    await rm(this.storageFolder, { recursive: true, force: true });
  }

  #spread(from: Window, key: string, value: string | undefined): void {
    if (this.lagMs === Infinity) {
      return;
    }
    setTimeout(() => {
      if (value === undefined) {
        this.#stored.delete(key);
      } else {
        this.#stored.set(key, value);
      }
      for (const window of this.windows) {
        if (window !== from) {
          window.tell({ kind: 'secret', key, value });
        }
      }
    }, this.lagMs).unref();
  }
}
