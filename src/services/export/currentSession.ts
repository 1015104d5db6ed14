import { isDeepStrictEqual } from 'node:util';
import { parseExportClient, type ExportClient } from '../../core/export/exportClient';
import type { Client } from '../../core/export/tokenRequest';
import type { ExportSettings } from './exportSettings';
import type { ExportSession } from './exportSession';

export interface OpenSession {
  readonly client: ExportClient;
  readonly session: ExportSession;
}

/** The export session of the client in the settings. */
export class CurrentSession {
  readonly #listeners = new Set<() => void>();
  readonly #opened: Promise<ExportSession>[] = [];
  #current: { readonly client: ExportClient; readonly session: Promise<ExportSession> } | undefined;

  constructor(
    private readonly settings: ExportSettings,
    private readonly open: (client: ExportClient) => Promise<ExportSession>,
  ) {}

  /** Returns undefined if the settings have no client. */
  async get(): Promise<OpenSession | undefined> {
    const client = this.settings.client()?.value;
    if (!isDeepStrictEqual(client, this.#current?.client)) {
      this.#leave();
      this.#current = client && { client, session: this.#listenTo(this.open(client)) };
      this.#changed();
    }
    return this.#current && { client: this.#current.client, session: await this.#current.session };
  }

  /** Signs out the client of the settings, even where another part of them can't be used. Resolves with whether all was removed; undefined if no client is named. */
  async signOut(): Promise<boolean | undefined> {
    const open = await this.get();
    return open === undefined ? this.end(this.settings.known()) : open.session.signOut();
  }

  /** Signs out a client, even if the settings no longer contain it. */
  async end(named: Partial<Client>): Promise<boolean | undefined> {
    const client = parseExportClient(named)?.value;
    const session = client && (await this.open(client));
    const removed = await session?.signOut();
    session?.dispose();
    return removed;
  }

  /** Reports changes of the session, and when the settings name another client. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Resolves when no work is under way, including that of former sessions. */
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

  /** Stops listening to a session; its work under way goes on. */
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
