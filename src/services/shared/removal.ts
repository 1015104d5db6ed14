import { rmSync } from 'node:fs';
import type { Memento } from 'vscode';

const key = 'removedAt';

/** The removal of all data, which other workspaces take part in when they are opened next: only then their state can be reached. */
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

  /** Removes what this workspace has kept since before the last removal, at once, so that nobody reads it. */
  complete(storage: string | undefined, failed: (error: unknown) => void): void {
    const removedAt = this.globalState.get<number>(key);
    // Each profile has a time of its own.
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
