import * as vscode from 'vscode';

const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Opens the page in a locked preview, which stays when another file is opened. */
export async function openGuide(extension: vscode.Uri, page = 'index.md', heading = ''): Promise<void> {
  const uri = vscode.Uri.joinPath(extension, 'dist', 'guide', page).with({ fragment: heading });
  const { viewColumn: column = 1 } =
    vscode.window.tabGroups.all.findLast(({ tabs }) =>
      tabs.some(({ input, label }) => input instanceof vscode.TabInputWebview && label.endsWith(page)),
    ) ?? {};
  // A preview is shown again only if it is beside the group that has the focus.
  const before = ordinals[column - 2];
  await (before && vscode.commands.executeCommand(`workbench.action.focus${before}EditorGroup`));
  try {
    await vscode.commands.executeCommand('markdown.showLockedPreviewToSide', uri);
  } catch {
    // The command is missing if VS Code’s Markdown extension is disabled.
    await vscode.commands.executeCommand('vscode.open', uri);
  }
}
