import * as vscode from 'vscode';
import { exchangeLogEntry } from '../../core/network/exchangeLogEntry';
import type { Exchange, HttpRequest } from '../../core/network/http';
import { redact } from '../../core/network/redact';

/** The log channel. The secrets in use are masked in everything that is logged. */
export class Log implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Publish to Wiki', { log: true });
  readonly #secrets = new Set<string>();

  /** Masks the secret in everything that is logged from now on. */
  maskSecret(secret: string): void {
    this.#secrets.add(secret);
  }

  /** Returns the text with the secrets masked. */
  masked(text: string): string {
    return redact(text, this.#secrets);
  }

  info(text: string): void {
    this.#write('info', () => text);
  }

  error(error: unknown): void {
    this.#write('error', () => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  }

  /** Logs an exchange. The texts of pages are logged only at the level Trace. */
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

  /** Ignores errors: a closing window disposes the channel, and an error would lose a late response. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch {
      // The channel is gone, so there is nowhere to log this.
    }
  }
}
