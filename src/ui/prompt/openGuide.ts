import * as vscode from '../vscode';

/** Opens the page in a locked preview, which stays when another file is opened. */
export async function openGuide(extension: vscode.Uri, page = 'index.md', heading = ''): Promise<void> {
  const uri = vscode.Uri.joinPath(extension, 'dist', 'guide', page).with({ fragment: heading });
  try {
    await vscode.commands.executeCommand('markdown.showLockedPreviewToSide', uri);
  } catch {
    // The command is missing if VS Code’s Markdown extension is disabled.
    await vscode.commands.executeCommand('vscode.open', uri);
  }
}
