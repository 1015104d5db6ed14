import { randomBytes } from 'node:crypto';
import type { Memento, SecretStorage } from 'vscode';

const key = 'keyringProbe';
/** A time longer than a secret takes from one window to another. */
const arrivalMs = 10_000;

interface Probe {
  readonly value: string;
  readonly storedAt: number;
}

/** Whether VS Code's secret storage outlives VS Code: without a keyring it silently keeps secrets in memory only. */
export class Keyring {
  #found: Promise<boolean | undefined> | undefined;

  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store'>,
    private readonly state: Memento,
    private readonly windowOpenedAt: number,
    private readonly now: () => number,
  ) {}

  /** Leaves a probe for the next run of VS Code to find; undefined while that can't be told. */
  survives(): Promise<boolean | undefined> {
    // Once: what is left here replaces what a second look would have to find
    return (this.#found ??= this.#look().catch(() => undefined));
  }

  async #look(): Promise<boolean | undefined> {
    const probe = readProbe(this.state.get(key));
    if (probe === undefined) {
      await this.#leave();
      return undefined;
    }
    const found = (await this.secrets.get(key)) === probe.value;
    if (!found) {
      await this.#leave();
      // A window that was open already may not have heard of it
      return probe.storedAt + arrivalMs < this.windowOpenedAt ? false : undefined;
    }
    return true;
  }

  async #leave(): Promise<void> {
    const value = randomBytes(8).toString('hex');
    await this.secrets.store(key, value);
    await this.state.update(key, { value, storedAt: this.now() });
  }
}

function readProbe(stored: unknown): Probe | undefined {
  const { value, storedAt } = (stored ?? {}) as Record<keyof Probe, unknown>;
  return typeof value === 'string' && typeof storedAt === 'number' ? { value, storedAt } : undefined;
}
