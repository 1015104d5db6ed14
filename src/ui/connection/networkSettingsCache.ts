import * as vscode from '../vscode';
import {
  readNetworkSettings,
  type HttpSettings,
  type NetworkSettings,
} from '../../services/network/networkSettings';
import { memoizeByKey } from '../../services/shared/memoizeByKey';

/** Each request asks for six settings, and VS Code computes each anew: for a folder of 1,000 files, a second in all. */
export class NetworkSettingsCache implements vscode.Disposable {
  #http: HttpSettings | undefined;
  readonly #watching = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('http')) {
      this.#http = undefined;
    }
  });

  read(): NetworkSettings {
    this.#http ??= httpSettings();
    return readNetworkSettings(this.#http, process.env);
  }

  dispose(): void {
    this.#watching.dispose();
  }
}

function httpSettings(): HttpSettings {
  const settings = vscode.workspace.getConfiguration('http');
  return { inspect: memoizeByKey((key: string) => settings.inspect(key)) };
}
