import { isDeepStrictEqual } from 'node:util';
import { parseExportClient, type ExportClient } from '../../core/export/exportClient';
import type { Client } from '../../core/export/tokenRequest';
import type { ExportSettings } from './exportSettings';
import type { ExportSession } from './exportSession';

export interface OpenSession {
  readonly client: ExportClient;
  readonly session: ExportSession;
}

/** The session of the OAuth client that the settings name now; another client gets another session. */
export class CurrentSession {
  readonly #listeners = new Set<() => void>();
  readonly #opened: Promise<ExportSession>[] = [];
  #current: { readonly client: ExportClient; readonly session: Promise<ExportSession> } | undefined;

  constructor(
    private readonly settings: ExportSettings,
    private readonly open: (client: ExportClient) => Promise<ExportSession>,
  ) {}

  async get(): Promise<OpenSession | undefined> {
    const client = this.settings.client()?.value;
    if (!isDeepStrictEqual(client, this.#current?.client)) {
      this.#leave();
      this.#current = client && { client, session: this.#listenTo(this.open(client)) };
      this.#changed();
    }
    return this.#current && { client: this.#current.client, session: await this.#current.session };
  }

  /** Resolves with false if something could not be removed, and with undefined if the settings name no client. */
  async signOut(): Promise<boolean | undefined> {
    const open = await this.get();
    return open === undefined ? this.end(this.settings.knownClient()) : open.session.signOut();
  }

  /** Signs out of a client that the settings may no longer name. */
  async end(named: Partial<Client>): Promise<boolean | undefined> {
    const client = parseExportClient(named)?.value;
    const session = client && (await this.open(client));
    const removed = await session?.signOut();
    session?.dispose();
    return removed;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Waits for the work of former sessions too, which goes on after the client in the settings has changed. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.#opened.map(async (session) => (await session).whenIdle()));
  }

  dispose(): void {
    this.#listeners.clear();
    this.#leave();
  }

  async #listenTo(opening: Promise<ExportSession>): Promise<ExportSession> {
    this.#opened.push(opening);
    const session = await opening;
    session.onDidChange(() => this.#changed());
    return session;
  }

  /** The session's work that is under way goes on, so that no new token is lost. */
  #leave(): void {
    void this.#current?.session.then((session) => session.dispose());
    this.#current = undefined;
  }

  #changed(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
