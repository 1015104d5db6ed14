// Activates the extension that it is installed with, before anything else does, and writes down how long the thread
// computed meanwhile: other processes of a window that starts make the time on the clock differ by half.
const vscode = require('vscode');

const measured = ['publish-to-wiki.publish-to-wiki', 'test.empty'];

exports.activate = async () => {
  const other = vscode.extensions.all.find(({ id }) => measured.includes(id));
  const wasActive = other.isActive;
  const before = process.threadCpuUsage();
  await other.activate();
  const { user, system } = process.threadCpuUsage(before);
  const took = { id: other.id, wasActive, ms: (user + system) / 1000 };
  const [folder] = vscode.workspace.workspaceFolders;
  const file = vscode.Uri.joinPath(folder.uri, 'activation.json');
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(took)));
};
