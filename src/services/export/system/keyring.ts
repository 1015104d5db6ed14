import { randomBytes } from 'node:crypto';
import type { Memento, SecretStorage } from 'vscode';

const key = 'keyringProbe';
/** This is longer than a secret takes from one window to another. */
const arrivalMs = 10_000;

interface Probe {
  readonly value: string;
  readonly storedAt: number;
}

/** Finds out whether VS Code's secret storage is kept when VS Code closes: without a keyring it silently keeps secrets in memory only. */
export class Keyring {
  #found: Promise<boolean | undefined> | undefined;

  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store'>,
    private readonly state: Memento,
    private readonly windowOpenedAt: number,
    private readonly now: () => number,
  ) {}

  /** Whether secrets outlive VS Code: the last run stored a probe. Undefined while that is not known. */
  isPersistent(): Promise<boolean | undefined> {
    // This runs once, since the new probe replaces the one that a second call would look for.
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
      // A window that was open already may not have received it.
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
