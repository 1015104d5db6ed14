import type * as vscode from 'vscode';
import { isObject, membersOf } from '../../core/text/json';
import { layoutOfFolder, type FolderLayout, type Settings } from '../../services/workspace/pageSettings';

const key = 'layouts';

/** The layouts that a person chose for themselves; those for everyone are in the setting `publishToWiki.folders`. */
export class FolderLayouts {
  constructor(private readonly state: vscode.Memento) {}

  /**
   * `root`: the URI of a workspace folder. `folder`: a path in it, or “.”. `layout`: undefined removes the stored one.
   */
  async setLayout(root: string, folder: string, layout: FolderLayout | undefined): Promise<void> {
    const all = this.#all();
    await this.state.update(key, { ...all, [root]: { ...membersOf(all[root]), [folder]: layout } });
  }

  /** Returns what the person chose for themselves. */
  layout(root: string, folder: string): FolderLayout | undefined {
    return layoutOfFolder(this.#all()[root], folder);
  }

  /** Returns the settings with the person’s own layouts in `folders`. `root`: the URI of a workspace folder. */
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

/** `setting`: a value of `publishToWiki.folders`, where `"tree"` is short for `{ ".": "tree" }`. */
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
