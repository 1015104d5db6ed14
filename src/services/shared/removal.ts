import { rmSync } from 'node:fs';
import type { Memento } from 'vscode';

const key = 'removedAt';

/**
 * Removes all data. Another workspace removes its own when it is opened next: its state is out of reach
 * before.
 */
export class Removal {
  constructor(
    private readonly globalState: Memento,
    private readonly state: Memento,
  ) {}

  /** Clears both states, and records when. */
  async remove(now: number): Promise<void> {
    const states = [this.globalState, this.state];
    await Promise.all(states.flatMap(clear));
    await Promise.all(states.map((each) => each.update(key, now)));
  }

  /** Removes at once what this workspace kept from before the last removal, so that nobody reads it. */
  complete(storage: string | undefined, failed: (error: unknown) => void): void {
    const removedAt = this.globalState.get<number>(key);
    // Each VS Code profile has its own global state, so this time may be that of an older removal.
    if (removedAt === undefined || removedAt <= (this.state.get<number>(key) ?? 0)) {
      return;
    }
    const clearing = [...clear(this.state), this.state.update(key, removedAt)];
    Promise.all(clearing).catch(failed);
    try {
      if (storage !== undefined) {
        rmSync(storage, { recursive: true, force: true });
      }
    } catch (error) {
      failed(error);
    }
  }
}

function clear(state: Memento): Thenable<void>[] {
  return state.keys().map((each) => state.update(each, undefined));
}
