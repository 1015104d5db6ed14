import { randomUUID } from 'node:crypto';
import type { Destination } from '../../core/publish/destination';
import { sendKey, type SendToDestination } from '../../core/publish/recordChanges';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isOverdue, type StoredSend } from '../../core/records/storedPage';
import { canBeAlive, newInstance } from '../shared/instance';

/** The sends of this window whose outcome is not recorded yet. */
export class SendsUnderWay {
  readonly #sender = newInstance();
  readonly #sends = new Map<string, SendToDestination>();
  readonly #forgotten = new Set<string>();

  constructor(
    private readonly now: () => number,
    private readonly isAlive = canBeAlive,
  ) {}

  begin(file: FileIdentity, destination: Destination, hash: string): SendToDestination {
    const send = this.#of(file, destination, hash);
    this.#sends.set(sendKey(send), send);
    return send;
  }

  /** Returns what `begin` returned for the same file, destination and hash, or else a new send. */
  of(file: FileIdentity, destination: Destination, hash: string): SendToDestination {
    const send = this.#of(file, destination, hash);
    return this.#sends.get(sendKey(send)) ?? send;
  }

  ended(send: SendToDestination): void {
    this.#sends.delete(sendKey(send));
    this.#forgotten.delete(send.id);
  }

  isUnderWay({ id, sender, ...send }: StoredSend): boolean {
    return sender === this.#sender
      ? [...this.#sends.values()].some((own) => own.id === id)
      : !isOverdue({ id, sender, ...send }, this.now()) && this.isAlive(sender);
  }

  forget(uri: string): void {
    for (const { id, file } of this.#sends.values()) {
      if (file.uri === uri) {
        this.#forgotten.add(id);
      }
    }
  }

  isForgotten({ id }: SendToDestination): boolean {
    return this.#forgotten.has(id);
  }

  #of(file: FileIdentity, destination: Destination, hash: string): SendToDestination {
    return { id: randomUUID(), file, destination, hash, sender: this.#sender, sentAt: this.now() };
  }
}
