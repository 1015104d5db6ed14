import type { WorkspaceConfiguration } from 'vscode';

export { MemorySecrets, MemoryState } from '../../src/services/shared/memory.js';

type Values = Record<string, unknown>;

/** One section of the settings, with a value for each of the places that settings stand in. */
export function configuration(
  user: Values,
  { defaults = {}, workspace = {} }: { defaults?: Values; workspace?: Values } = {},
): Pick<WorkspaceConfiguration, 'get' | 'inspect' | 'update'> {
  return {
    get: (key: string) => (workspace[key] ?? user[key] ?? defaults[key]) as never,
    inspect: <T>(key: string) => ({
      key,
      defaultValue: defaults[key] as T,
      globalValue: user[key] as T,
      workspaceValue: workspace[key] as T,
      workspaceFolderValue: workspace[key] as T,
    }),
    update: (key, value, target) => {
      const changed = target === true ? user : workspace;
      if (value === undefined) {
        Reflect.deleteProperty(changed, key);
      } else {
        changed[key] = value;
      }
      return Promise.resolve();
    },
  };
}
