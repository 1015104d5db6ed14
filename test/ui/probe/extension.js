// A neighbour of the extension under test: it has a virtual file, sees what is loaded in their common process, and asks for
// the export session.
const vscode = require('vscode');
const { startMeter, readMeter, bareRun } = require('./meter.js');
const { tell, playRounds, skipHour, follow } = require('./session.js');

const slots = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));
const atStart = slots.map((slot) => globalThis[slot]);

exports.activate = ({ subscriptions, globalState }) => {
  void follow(globalState);
  const exportCommands = [
    vscode.commands.registerCommand('probe.session', () => tell({ createIfNone: true })),
    vscode.commands.registerCommand('probe.silent', () => tell({ silent: true })),
    vscode.commands.registerCommand('probe.rounds', () => playRounds()),
    vscode.commands.registerCommand('probe.skipHour', () => skipHour()),
  ];
  const text = new TextEncoder().encode('# Virtual\n\nNo disk has this.\n');
  const file = { type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length };
  const readOnly = () => {
    throw vscode.FileSystemError.NoPermissions();
  };
  subscriptions.push(
    vscode.workspace.registerFileSystemProvider('memory', {
      onDidChangeFile: () => ({ dispose() {} }),
      watch: () => ({ dispose() {} }),
      stat: () => file,
      readFile: () => text,
      readDirectory: () => [],
      writeFile: readOnly,
      createDirectory: readOnly,
      delete: readOnly,
      rename: readOnly,
    }),
    vscode.commands.registerCommand('probe.openVirtual', () =>
      vscode.window.showTextDocument(vscode.Uri.parse('memory:/virtual.md')),
    ),
    ...exportCommands,
    vscode.commands.registerCommand('probe.startMeter', () => startMeter()),
    vscode.commands.registerCommand('probe.readMeter', () => readMeter()),
    vscode.commands.registerCommand('probe.bareRun', () => bareRun()),
    vscode.commands.registerCommand('probe.report', () => {
      const loaded = Object.keys(require.cache).some((name) => /publish-to-wiki.*dispatch\.js$/.test(name));
      const untouched = slots.every((slot, index) => globalThis[slot] === atStart[index]);
      void vscode.window.showInformationMessage(
        `undici ${loaded ? 'loaded' : 'not loaded'}, slots ${untouched ? 'untouched' : 'changed'}`,
      );
    }),
    vscode.commands.registerCommand('probe.setConnections', async () => {
      const connections = JSON.parse(
        (await vscode.window.showInputBox({ title: 'Connections', placeHolder: '[]' })) ?? '[]',
      );
      await vscode.workspace.getConfiguration('publishToWiki').update('connections', connections, true);
    }),
  );
};
