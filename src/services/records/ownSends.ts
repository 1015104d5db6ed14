import { randomUUID } from 'node:crypto';
import type { Destination } from '../../core/publish/destination';
import { sendKey, type SendOfPage } from '../../core/publish/pageChanges';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isOverdue, type PageSend } from '../../core/records/storedPage';
import { mayExist, newInstance } from '../shared/instance';

/** The sends of this window that are under way. */
export class OwnSends {
  readonly #sender = newInstance();
  readonly #sends = new Map<string, SendOfPage>();
  readonly #forgotten = new Set<string>();

  /** `isAlive`: whether the window that sent a page still exists. */
  constructor(
    private readonly now: () => number,
    private readonly isAlive = mayExist,
  ) {}

  begin(file: FileIdentity, destination: Destination, hash: string): SendOfPage {
    const send = this.#of(file, destination, hash);
    this.#sends.set(sendKey(send), send);
    return send;
  }

  /** Returns the send as it began. It is under way until `ended` is called. */
  of(file: FileIdentity, destination: Destination, hash: string): SendOfPage {
    const send = this.#of(file, destination, hash);
    return this.#sends.get(sendKey(send)) ?? send;
  }

  ended(send: SendOfPage): void {
    this.#sends.delete(sendKey(send));
    this.#forgotten.delete(send.id);
  }

  /** Whether the send is under way, in this window or another one. */
  isUnderWay({ id, sender, ...send }: PageSend): boolean {
    return sender === this.#sender
      ? [...this.#sends.values()].some((own) => own.id === id)
      : !isOverdue({ id, sender, ...send }, this.now()) && this.isAlive(sender);
  }

  /** From now on, nobody wants to know how the sends of this address end. */
  forget(uri: string): void {
    for (const { id, file } of this.#sends.values()) {
      if (file.uri === uri) {
        this.#forgotten.add(id);
      }
    }
  }

  isForgotten({ id }: SendOfPage): boolean {
    return this.#forgotten.has(id);
  }

  #of(file: FileIdentity, destination: Destination, hash: string): SendOfPage {
    return { id: randomUUID(), file, destination, hash, sender: this.#sender, sentAt: this.now() };
  }
}
