import * as vscode from 'vscode';
import type { Exchange, HttpRequest } from '../../core/network/http';
import { redact } from '../../core/network/redact';

const shownContent = 2_000;

/** The log channel. Everything that goes in loses the secrets that are in use. */
export class Log implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Publish to Wiki', { log: true });
  readonly #secrets = new Set<string>();

  /** From now on no part of it is written. */
  hide(secret: string): void {
    this.#secrets.add(secret);
  }

  /** The text without them. */
  masked(text: string): string {
    return redact(text, this.#secrets);
  }

  info(text: string): void {
    this.#write('info', () => text);
  }

  error(error: unknown): void {
    this.#write('error', () => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  }

  exchange(request: HttpRequest, exchange: Exchange): void {
    this.info(
      `${request.method} ${request.url}\n${headLines(request.headers)}\n\n${bodyLines(request.body ?? '')}`,
    );
    this.info(
      exchange.kind === 'answered'
        ? `${exchange.response.status}\n${headLines(exchange.response.headers)}\n\n${exchange.response.body}${
            exchange.response.truncated ? '\n(not whole)' : ''
          }`
        : `${exchange.kind}: ${exchange.reason} (${exchange.code})`,
    );
  }

  show(): void {
    this.#attempt(() => this.#channel.show());
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #write(level: 'info' | 'error', text: () => string): void {
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

function headLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${/^(authorization|set-cookie)$/i.test(name) ? '***' : value}`)
    .join('\n');
}

/** The person has the whole text: the log keeps its start. */
function bodyLines(body: string): string {
  return body.length <= shownContent
    ? body
    : `${body.slice(0, shownContent)}… (${body.length} characters in all)`;
}
