import { randomBytes } from 'node:crypto';
import type { Memento, SecretStorage } from 'vscode';

const key = 'keyringProbe';
/** VS Code passes a secret to other windows faster than this. */
const arrivalMs = 10_000;

interface Probe {
  readonly value: string;
  readonly storedAt: number;
}

/**
 * Stores a secret to find out later whether secrets outlive VS Code: without a keyring of the system, VS Code
 * silently keeps them in memory only.
 */
export class KeyringProbe {
  #found: Promise<boolean | undefined> | undefined;

  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store'>,
    private readonly state: Memento,
    private readonly windowOpenedAt: number,
    private readonly now: () => number,
  ) {}

  /** Only false is certain: the probe of an earlier run of VS Code is gone. A probe that is found may be of this run. */
  checkPersistence(): Promise<boolean | undefined> {
    // Looks once: `#look` may store a new probe, which a second call would find.
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
      // A window that was open when the probe was stored may not have received it yet.
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
