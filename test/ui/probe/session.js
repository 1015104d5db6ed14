// Asks for the export session as another extension does.
const { createHash } = require('node:crypto');
const { appendFile, mkdir, readdir, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { inspect } = require('node:util');
const vscode = require('vscode');

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
