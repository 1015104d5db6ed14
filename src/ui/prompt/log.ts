import * as vscode from 'vscode';
import { exchangeText } from '../../core/network/exchangeText';
import type { Exchange, HttpRequest } from '../../core/network/http';
import { redact } from '../../core/network/redact';

/** The log channel. Everything that goes in loses the secrets that are in use. */
export class Log implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Publish to Wiki', { log: true });
  readonly #secrets = new Set<string>();

  /** Masks the secret from now on in all that is written. */
  hide(secret: string): void {
    this.#secrets.add(secret);
  }

  /** The text, with the secrets masked. */
  masked(text: string): string {
    return redact(text, this.#secrets);
  }

  info(text: string): void {
    this.#write('info', () => text);
  }

  error(error: unknown): void {
    this.#write('error', () => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  }

  /** Texts of pages are not written down, unless the person has the log tell all. */
  exchange(request: HttpRequest, exchange: Exchange): void {
    const { heads, bodies } = exchangeText(request, exchange);
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

  /** A closing window disposes the channel while answers still arrive: what is logged of them must not lose them. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch {
      // There is nowhere to write this
    }
  }
}
