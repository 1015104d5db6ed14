// Asks for the export session as another extension does.
const { createHash } = require('node:crypto');
const files = require('node:fs/promises');
const path = require('node:path');
const { inspect } = require('node:util');
const vscode = require('vscode');

const { appendFile, mkdir, readdir, readFile, rename, stat, writeFile } = files;

const scopes = ['export:markdown:custom'];
const hourMs = 60 * 60_000;
const workspace = (name) => path.join(vscode.workspace.workspaceFolders[0].uri.fsPath, name);

/** In one line that has no token in it; errors are written down with all that they hold. */
async function ask(options) {
  try {
    const session = await vscode.authentication.getSession('publish-to-wiki', scopes, options);
    if (session === undefined) return 'no session';
    const { authUrl } = vscode.workspace.getConfiguration('publishToWiki').get('export');
    const answer = await fetch(`${authUrl}/wiki/api/v2/spaces?keys=DOCS`, {
      headers: { Authorization: `Bearer ${session.accessToken}` },
    });
    const fingerprint = createHash('sha256').update(session.accessToken).digest('hex').slice(0, 8);
    return `session of ${session.account.label}, answered ${answer.status}, ${fingerprint}`;
  } catch (error) {
    const all = [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error)];
    await appendFile(workspace('errors.txt'), all.join('\n'));
    return `error: ${error.message}`;
  }
}

exports.tell = async (options) => {
  void vscode.window.showInformationMessage(await ask(options));
};

let skippedMs = 0;
const now = Date.now;

function skipHour() {
  skippedMs += hourMs;
  Date.now = () => now() + skippedMs;
}

exports.skipHour = skipHour;

/** Two windows ask at the same moment, an hour later each time. */
exports.playRounds = async () => {
  const folder = workspace('rounds');
  await mkdir(folder, { recursive: true });
  const found = [];
  for (let round = 1; round <= 50; round += 1) {
    await writeFile(path.join(folder, `${round}.${process.pid}`), '');
    const here = (name) => name.startsWith(`${round}.`);
    while ((await readdir(folder)).filter(here).length < 2)
      await new Promise((resolve) => setTimeout(resolve, 5));
    skipHour();
    found.push(await ask({ silent: true }));
  }
  await writeFile(workspace(`found.${process.pid}.json`), JSON.stringify(found));
  void vscode.window.showInformationMessage('The rounds are over.');
};

const deeds = {
  ask: async ({ count = 1 }) => {
    const answers = [];
    for (let asked = 0; asked < count; asked += 1) answers.push(await ask({ silent: true }));
    return answers;
  },
  tools: async () => vscode.lm.tools.map(({ name }) => name),
  tool: async ({ name, input }) => {
    try {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      return content.map(({ value }) => value);
    } catch (error) {
      return [`error: ${error.message}`];
    }
  },
  // As an agent does: it writes the file and saves it, without a person
  save: async ({ name, input }) => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(workspace(name)));
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, all, input);
    await vscode.workspace.applyEdit(edit);
    return [String(await document.save())];
  },
  accounts: async () =>
    (await vscode.authentication.getAccounts('publish-to-wiki')).map(({ label }) => label),
  // As fast as answers come: which of a hundred values are not remembered
  remember: async ({ name }, globalState) => {
    const { GlobalState } = require(name);
    const state = new GlobalState(globalState);
    const values = Array.from({ length: 100 }, (_, value) => value);
    const updates = [];
    for (const value of values) {
      updates.push(state.update(`value ${value}`, value));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    }
    await Promise.all(updates);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return values.filter((value) => globalState.get(`value ${value}`) !== value);
  },
};

/** Does what is asked for in files, in the order of their numbers; an answer is a file too. */
exports.follow = async (globalState) => {
  if (!vscode.workspace.workspaceFolders?.length) {
    // Those of a workspace file may come later
    const waiting = vscode.workspace.onDidChangeWorkspaceFolders(() => {
      waiting.dispose();
      void exports.follow(globalState);
    });
    return;
  }
  const folder = workspace('asked');
  const done = new Set();
  // What was asked before this window opened was asked of others
  for (const name of await readdir(folder).catch(() => [])) {
    if ((await stat(path.join(folder, name))).mtimeMs < performance.timeOrigin) done.add(name);
  }
  const host = `host.${process.pid}`;
  const look = async () => {
    const all = await readdir(folder).catch(() => undefined);
    // Where nobody asks, there is no folder
    if (all?.includes(host) === false) await writeFile(path.join(folder, host), '');
    const names = (all ?? []).filter((name) => /^\d+$/.test(name) && !done.has(name));
    for (const name of names.sort((a, b) => a - b)) {
      done.add(name);
      const { what, hours = 0, ...options } = JSON.parse(await readFile(path.join(folder, name), 'utf8'));
      Date.now = () => now() + hours * hourMs;
      const answer = await deeds[what](options, globalState);
      const file = path.join(folder, `${name}.${process.pid}`);
      await writeFile(`${file}.unfinished`, JSON.stringify(answer ?? null));
      await rename(`${file}.unfinished`, `${file}.answer`);
    }
    setTimeout(look, 20);
  };
  void look();
};
