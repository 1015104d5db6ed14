import type * as vscode from 'vscode';
import { isObject, membersOf } from '../../core/text/json';
import type { Settings } from '../../services/workspace/pageSettings';

export type FolderLayout = 'flat' | 'tree';

const key = 'layouts';

/** The layouts of folders that a person chose for this computer only. */
export class FolderLayouts {
  constructor(private readonly state: vscode.Memento) {}

  /** Stores a layout. `folder`: a path in the workspace folder `root`. `layout`: undefined to remove it. */
  async setLayout(root: string, folder: string, layout: FolderLayout | undefined): Promise<void> {
    const all = this.#all();
    await this.state.update(key, { ...all, [root]: { ...membersOf(all[root]), [folder]: layout } });
  }

  /** Returns the settings of the workspace folder `root`, with these layouts. */
  applyTo(settings: Settings, root: string): Settings {
    const own = Object.entries(membersOf(this.#all()[root])).filter(([, layout]) => layout !== undefined);
    return own.length === 0
      ? settings
      : {
          get: (name) =>
            name === 'folders'
              ? own.reduce<unknown>(
                  (all, [folder, layout]) => withLayout(all, folder, layout),
                  settings.get(name),
                )
              : settings.get(name),
          inspect: (name) => settings.inspect(name),
        };
  }

  #all(): Readonly<Record<string, unknown>> {
    return membersOf<Record<string, unknown>>(this.state.get<unknown>(key));
  }
}

/** Returns the value of `publishToWiki.folders` with another layout for a folder, and all else as it was. */
export function withLayout(
  setting: unknown,
  folder: string,
  layout: unknown,
): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, unknown>> =
    typeof setting === 'string' ? { '.': setting } : membersOf<Record<string, unknown>>(setting);
  const before = all[folder];
  return { ...all, [folder]: isObject(before) ? { ...before, layout } : layout };
}
