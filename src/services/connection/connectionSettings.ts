import type { WorkspaceConfiguration } from 'vscode';
import { parseConnections, type Connection, type Connections } from '../../core/connection/connection';
import { updateSetting } from '../shared/updateSetting';

const key = 'connections';
/** The same as `ConfigurationTarget.Global`, which can't be used here: services import only types of `vscode`. */
const user = true;

/** Reads and changes the user's settings alone, since a workspace must not decide where a token is sent. */
export class ConnectionSettings {
  constructor(private readonly configuration: () => Pick<WorkspaceConfiguration, 'inspect' | 'update'>) {}

  read(): Connections {
    return parseConnections(this.#setting());
  }

  async add(connection: Connection): Promise<void> {
    await this.#refresh();
    await updateSetting(this.configuration(), key, [...this.#setting(), connection], user);
  }

  /**
   * A window may not know yet what another window has written. After each write, VS Code reads the user’s settings
   * anew: also after this one, which removes a setting that does not exist.
   */
  async #refresh(): Promise<void> {
    await updateSetting(this.configuration(), 'refresh', undefined, user);
  }

  #setting(): unknown[] {
    const setting: unknown = this.configuration().inspect(key)?.globalValue;
    return Array.isArray(setting) ? setting : [];
  }
}
