import * as vscode from 'vscode';

/** Opens the guide that comes with the extension; VS Code’s preview follows the links between its pages. */
export async function openGuide(extension: vscode.Uri): Promise<void> {
  const start = vscode.Uri.joinPath(extension, 'dist', 'guide', 'index.md');
  try {
    await vscode.commands.executeCommand('markdown.showPreview', start);
  } catch {
    // VS Code's Markdown extension is disabled.
    await vscode.commands.executeCommand('vscode.open', start);
  }
}
