import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { desktopReachable, startDesktop } from '../host/desktop.js';
import { downloads, projectRoot, temporaryFolder } from '../host/folders.js';
import { npm } from '../host/npm.js';
import { startServer } from '../host/startServer.js';
import { installServer } from '../host/vscodeServer.js';
import { demoClient, startWiki, type Wiki } from '../wiki/wiki.js';
import { addressOf, inLanguage, stepsText } from './steps.js';

/** The same ports each time, so that the browser finds what it stored for them. */
const ports = { wiki: 3610, vscode: 3611, secondWiki: 3612 };

interface DemoOptions {
  /** The folder for what the demo writes. */
  readonly home: string | undefined;
  /** Packs the extension first; otherwise what `dist` has is tried. */
  readonly isPacking: boolean;
  /** The extension’s words in it; VS Code’s own need a language pack. */
  readonly language?: string;
}

/** What `npm start` runs until Ctrl+C: a wiki, and a VS Code with the extension and the wiki connected. */
async function demo({ home: given, isPacking, language }: DemoOptions): Promise<void> {
  // Side by side, since each takes some seconds
  const [isDesktop] = await Promise.all([
    install(),
    isPacking && npm(projectRoot, 'run', '--silent', 'package'),
  ]);
  const wiki = await atPort(ports.wiki, (port) => startWiki({ port }));
  const second = await atPort(ports.secondWiki, (port) => startWiki({ port }));
  // The wiki’s port belongs to one start alone, and so does the usual folder.
  const isFirst = wiki.origin.endsWith(`:${ports.wiki}`);
  const home = given ?? (isFirst ? path.join(downloads, 'demo') : await temporaryFolder('demo'));
  const folder = path.join(home, 'workspace');
  const userData = path.join(home, 'user-data');
  await rm(home, { recursive: true, force: true });
  await cp(path.join(projectRoot, 'test', 'demo', 'workspace'), folder, { recursive: true });
  // A file of the project has nothing that looks like a secret
  const secret = ['ghp', 'x7Kq2mP9vT4sW8yB3nD6fH1jL5rC0aE7gU2i'].join('_');
  await writeFile(path.join(folder, 'handbook', 'servers.md'), `# Servers\n\nSign in with ${secret}.\n`);
  const userSettings = {
    // VS Code would tell of each port that the demo listens on
    'remote.autoForwardPorts': false,
    'publishToWiki.connections': [{ name: 'Demo Wiki', endpoint: wiki.importEndpoint }],
    'publishToWiki.export': {
      ...{ authUrl: wiki.origin, clientId: demoClient.id },
      page: {
        url: wiki.exportEndpoint,
        body: { pageId: '{pageId}', spaceKey: '{spaceKey}' },
        markdown: '/markdown',
      },
    },
  };
  const workspaceSettings = { 'publishToWiki.space': '1001', 'publishToWiki.folders': { handbook: 'tree' } };
  await mkdir(path.join(folder, '.vscode'), { recursive: true });
  await writeFile(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(workspaceSettings));
  await mkdir(path.join(userData, 'User'), { recursive: true });
  await writeFile(path.join(userData, 'User', 'settings.json'), JSON.stringify(userSettings));

  const file = path.join(folder, 'welcome.md');
  const words = language === undefined ? {} : { language };
  if (isDesktop) {
    await startDesktop({ extensionDevelopmentPath: projectRoot, folder: file, userData, ...words });
  }
  const vscode = isDesktop
    ? 'its own window'
    : await inBrowser({ folder, file, dataDir: userData, userSettings, ...words });
  console.log(await inLanguage(stepsText({ vscode, wiki, second, folder }), language));
  tellPublished(wiki);
}

/** Starts a server at this port, or at any free one if another program has it. Only the server’s own try can tell. */
function atPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  return start(port).catch((error: unknown) => {
    if (String(error).includes('EADDRINUSE')) {
      return start(0);
    }
    throw error;
  });
}

/** Resolves with whether VS Code has a window of its own; otherwise it runs in a browser. */
async function install(): Promise<boolean> {
  const isDesktop = await desktopReachable();
  await (isDesktop ? undefined : installServer('newest'));
  return isDesktop;
}

/** What was published last, wherever it is put. In a terminal it has one line, so that the steps above it stay in sight. */
function tellPublished(wiki: Wiki): void {
  let told: string | undefined;
  setInterval(() => {
    const { body } = wiki.requests.findLast(({ answeredAt }) => answeredAt !== undefined) ?? {};
    const { spaceId = '', parentId = '', pageTitle = '' } = body === undefined ? {} : sentPage(body);
    const page = wiki.pages.findPage(spaceId, parentId, pageTitle);
    if (page !== undefined && page.id !== told) {
      told = page.id;
      const line = `“${page.title}” is at ${addressOf(wiki, page.id)}`;
      process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${line}` : `${line}\n`);
    }
  }, 300).unref();
}

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

async function inBrowser({
  folder,
  file,
  ...options
}: {
  readonly folder: string;
  readonly file: string;
  readonly dataDir: string;
  readonly userSettings: Record<string, unknown>;
  readonly language?: string;
}): Promise<string> {
  const server = await atPort(ports.vscode, (port) =>
    startServer({
      version: 'newest',
      vsix: path.join(projectRoot, 'dist', 'publish-to-wiki.vsix'),
      persistentSecrets: true,
      ...options,
      port,
      // Addresses of this machine are opened as they are: forwarded, they lose the escapes that a sign-in needs
      env: { VSCODE_PROXY_URI: '' },
    }),
  );
  return server.url({ folder, payload: [['openFile', server.remoteUri(file)]] });
}

endWithParent();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { german: { type: 'boolean' }, package: { type: 'boolean' } },
});
const [home] = positionals;
demo({ home, isPacking: values.package ?? false, ...(values.german && { language: 'de' }) }).catch(
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  },
);
