import * as vscode from '../vscode';
import { exchangeLogEntry } from '../../core/network/exchangeLogEntry';
import type { Exchange, HttpRequest } from '../../core/network/http';
import { redact } from '../../core/network/redact';

export class Log implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Publish to Wiki', { log: true });
  readonly #secrets = new Set<string>();

  maskSecret(secret: string): void {
    this.#secrets.add(secret);
  }

  masked(text: string): string {
    return redact(text, this.#secrets);
  }

  info(text: string): void {
    this.#write('info', () => text);
  }

  error(error: unknown): void {
    this.#write('error', () => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  }

  /** The bodies, which have the texts of pages, are logged at the level Trace only. */
  exchange(request: HttpRequest, exchange: Exchange): void {
    const { heads, bodies } = exchangeLogEntry(request, exchange);
    this.info(heads);
    for (const body of bodies) {
      this.#write('trace', () => body);
    }
  }

  show(): void {
    this.#attempt(() => this.#channel.show());
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #write(level: 'trace' | 'info' | 'error', text: () => string): void {
    this.#attempt(() => this.#channel[level](this.masked(text())));
  }

  /** A closing window disposes of the channel, and an error here would lose a late response of the wiki. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch {
      // The channel is gone, so there is nowhere to log the error.
    }
  }
}
