import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startDesktop } from '../host/desktop.js';
import { downloads, projectRoot } from '../host/folders.js';
import { freePort, startServer } from '../host/startServer.js';
import { startWiki } from '../wiki/wiki.js';

/** The same ports each time, so that the browser finds what it stored for them. */
const ports = { wiki: 3610, vscode: 3611 };

/** What `npm start` runs until Ctrl+C: a wiki, and a VS Code with the extension and the wiki connected. */
async function demo(home: string): Promise<void> {
  const wiki = await startWiki({ port: await freePort(ports.wiki) });
  const folder = path.join(home, 'workspace');
  const userData = path.join(home, 'user-data');
  await rm(home, { recursive: true, force: true });
  await cp(path.join(projectRoot, 'test', 'demo', 'workspace'), folder, { recursive: true });
  const userSettings = {
    'publishToWiki.connections': [{ name: 'Demo Wiki', endpoint: wiki.importEndpoint }],
  };
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(path.join(userData, 'User', 'settings.json'), JSON.stringify(userSettings));

  const file = path.join(folder, 'welcome.md');
  const desktop = await startDesktop({ extensionDevelopmentPath: projectRoot, folder: file, userData });
  const vscode =
    desktop === undefined ? await inBrowser(folder, file, userData, userSettings) : 'its own window';
  console.log(`
VS Code  ${vscode}
Wiki     ${wiki.origin}/

1. In the wiki, create an API token and copy it:
   ${wiki.tokenScreen}
2. In VS Code, open welcome.md and press the cloud at the top right. Paste the token.
3. Space: 1001. Parent page: 100102. Then press Enter until it is published.
4. Look at the page in the wiki:
   ${wiki.origin}/wiki/spaces/DOCS/pages/100102

Ctrl+C here ends all of it.`);
}

async function inBrowser(
  folder: string,
  file: string,
  dataDir: string,
  userSettings: Record<string, unknown>,
): Promise<string> {
  const server = await startServer({
    version: 'newest',
    vsix: path.join(projectRoot, 'dist', 'publish-to-wiki.vsix'),
    persistentSecrets: true,
    dataDir,
    port: await freePort(ports.vscode),
    userSettings,
  });
  return server.url({ folder, payload: [['openFile', server.remoteUri(file)]] });
}

demo(process.argv[2] ?? path.join(downloads, 'demo')).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
});
