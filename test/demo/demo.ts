import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startDesktop } from '../host/desktop.js';
import { downloads, projectRoot } from '../host/folders.js';
import { freePort, startServer } from '../host/startServer.js';
import { demoClient, startWiki, type Wiki } from '../wiki/wiki.js';

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
    'publishToWiki.export': { authUrl: wiki.origin, clientId: demoClient.id },
  };
  await mkdir(path.join(folder, '.vscode'), { recursive: true });
  await writeFile(path.join(folder, '.vscode', 'settings.json'), '{ "publishToWiki.space": "1001" }\n');
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
2. In VS Code, press the cloud at the top right of welcome.md. Paste the token, and press Enter.
3. Paste the address of the parent page, and press Enter until your page is published:
   ${addressOf(wiki, '100102')}
4. The page’s address appears here once it is published.

To sign in for export (the identity provider is ${wiki.origin}, the client ID ${demoClient.id}; both are in the settings):
1. In VS Code, press F1 and run “Publish to Wiki: Sign In for Export”.
2. Paste the client secret: ${demoClient.secret ?? ''}
3. Press Enter (In the browser), and Allow on the page that comes.

The import endpoint, for a connection of your own: ${wiki.importEndpoint}

Ctrl+C here ends all of it.`);
  tellPublished(wiki);
}

/** What is published from welcome.md, wherever it is put. */
function tellPublished(wiki: Wiki): void {
  let told: string | undefined;
  setInterval(() => {
    const { body } = wiki.requests.findLast(({ answeredAt }) => answeredAt !== undefined) ?? {};
    const { spaceId = '', parentId = '', pageTitle = '' } = body === undefined ? {} : sentPage(body);
    const page = wiki.pages.findPage(spaceId, parentId, pageTitle);
    if (page !== undefined && page.id !== told) {
      told = page.id;
      console.log(`“${page.title}” is at ${addressOf(wiki, page.id)}`);
    }
  }, 300).unref();
}

const addressOf = ({ origin }: Wiki, page: string): string => `${origin}/wiki/spaces/DOCS/pages/${page}`;

function sentPage(body: Buffer): Partial<Record<'spaceId' | 'parentId' | 'pageTitle', string>> {
  try {
    return JSON.parse(body.toString()) as Record<string, string>;
  } catch {
    return {};
  }
}

/** A signal to the programs that started this one ends it too, whoever of them passes it on. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) {
      process.kill(process.pid, 'SIGTERM');
    }
  }, 250).unref();
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
    // Addresses of this machine are opened as they are: forwarded, they lose the escapes that a sign-in needs
    env: { VSCODE_PROXY_URI: '' },
  });
  return server.url({ folder, payload: [['openFile', server.remoteUri(file)]] });
}

endWithParent();
demo(process.argv[2] ?? path.join(downloads, 'demo')).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
});
