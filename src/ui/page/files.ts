import * as vscode from 'vscode';
import type { Files } from '../../services/run/findFiles';
import { rulesOnDisk } from './fileText';

/** All file systems of VS Code, virtual ones too. */
export const files: Omit<Files<vscode.Uri>, 'isHidden'> = {
  entries: async (folder) => {
    try {
      return await vscode.workspace.fs.readDirectory(folder);
    } catch {
      // Gone meanwhile, or closed to this person
      return [];
    }
  },
  rules: rulesOnDisk,
  join: (folder, name) => vscode.Uri.joinPath(folder, name),
};
