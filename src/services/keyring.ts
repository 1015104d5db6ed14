import { randomBytes } from 'node:crypto';
import type { Memento, SecretStorage } from 'vscode';

const key = 'keyringProbe';
/** More than a secret needs from one window to another. */
const arrivalMs = 10_000;

interface Probe {
  readonly value: string;
  readonly runId: string;
  readonly storedAt: number;
}

/** Whether VS Code's secret storage outlives VS Code: without a keyring it silently keeps secrets in memory only. */
export class Keyring {
  constructor(
    private readonly secrets: Pick<SecretStorage, 'get' | 'store'>,
    private readonly state: Memento,
    private readonly run: { readonly id: string; readonly openedAt: number },
    private readonly now: () => number,
  ) {}

  /** Leaves a probe for the next run of VS Code to find; undefined while there was none to look for. */
  async survives(): Promise<boolean | undefined> {
    const probe = readProbe(this.state.get(key));
    if (probe === undefined || probe.runId === this.run.id) {
      await this.#leave(probe);
      return undefined;
    }
    const found = (await this.secrets.get(key)) === probe.value;
    if (!found) {
      await this.#leave(undefined);
      // A window that was open already may not have heard of it
      return probe.storedAt + arrivalMs < this.run.openedAt ? false : undefined;
    }
    return true;
  }

  async #leave(probe: Probe | undefined): Promise<void> {
    if (probe === undefined) {
      const value = randomBytes(8).toString('hex');
      await this.secrets.store(key, value);
      await this.state.update(key, { value, runId: this.run.id, storedAt: this.now() });
    }
  }
}

function readProbe(stored: unknown): Probe | undefined {
  const { value, runId, storedAt } = (stored ?? {}) as Record<keyof Probe, unknown>;
  return typeof value === 'string' && typeof runId === 'string' && typeof storedAt === 'number'
    ? { value, runId, storedAt }
    : undefined;
}
