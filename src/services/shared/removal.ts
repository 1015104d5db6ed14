import { rmSync } from 'node:fs';
import type { Memento } from 'vscode';

const key = 'removedAt';

/**
 * Clears the states that VS Code keeps for this extension. Those of other workspaces are out of reach, so
 * `complete` clears them when these workspaces are opened.
 */
export class Removal {
  constructor(
    private readonly globalState: Memento,
    private readonly state: Memento,
  ) {}

  async remove(now: number): Promise<void> {
    const states = [this.globalState, this.state];
    await Promise.all(states.flatMap(clear));
    await Promise.all(states.map((each) => each.update(key, now)));
  }

  /**
   * If the person has removed all data in another workspace, clears this workspace’s state and folder, before
   * anything reads them.
   */
  complete(storage: string | undefined, failed: (error: unknown) => void): void {
    const removedAt = this.globalState.get<number>(key);
    // Each VS Code profile has its own global state, so `removedAt` may be older than this workspace's last
    // removal.
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
