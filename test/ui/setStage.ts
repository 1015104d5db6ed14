import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, sharedBrowser } from '../host/browser.js';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { sharedServer } from '../host/sharedServer.js';
import { startServer, type Server } from '../host/startServer.js';
import { Window } from '../host/window.js';
import { demoClient, startWiki, type Wiki, type WikiOptions } from '../wiki/wiki.js';
import { packProbe, probe } from './probe.js';

type Files = Readonly<Record<string, string>>;

export interface StageOptions {
  /** Files of the opened folder, by their path. */
  readonly files: Files | (() => Files);
  /** What the folder is called, where a person looks at it. */
  readonly name?: string;
  readonly wiki?: WikiOptions;
  /** The wiki is connected already, under the name "Team Wiki". */
  readonly connected?: boolean;
  /** The wiki's export API is set, with the client that it knows; with "pages" also how a page is read. */
  readonly exporting?: 'client' | 'pages';
  /** Secrets outlive a reload, and windows opened later have them. */
  readonly persistentSecrets?: boolean;
  readonly workspaceTrust?: boolean;
  readonly userSettings?: Record<string, unknown>;
  /** Of the window; its usual size otherwise. */
  readonly size?: { width: number; height: number };
  /** Pixels of the screen for one of the page. */
  readonly scale?: number;
  /** What the person does is counted. */
  readonly counted?: boolean;
  /** The person's language, when it is not English. */
  readonly language?: string;
  /** The package under test, when it is not the extension's own. */
  readonly vsix?: string;
  /** Packages of other extensions that are installed too. */
  readonly neighbours?: readonly string[];
  /** With every extension that VS Code brings along. */
  readonly allBuiltIn?: boolean;
}

export interface Stage {
  readonly wiki: Wiki;
  readonly window: Window;
  readonly folder: string;
  readonly browser: Browser;
  readonly server: Server;
}

export interface SetStage extends Stage {
  readonly close: () => Promise<void>;
}

/** This VS Code leads addresses of its own machine elsewhere: the sign-in page has another, which is routed to the wiki. */
export const authorizeUrl = 'https://id.example/authorize';

/** The client that the wiki knows, in the setting `publishToWiki.export`. */
export function exportClient(wiki: Wiki): object {
  return { authUrl: wiki.origin, clientId: demoClient.id, authorizeUrl };
}

/** How a page is read, in the same setting. */
export function pageExport({ exportEndpoint }: Wiki): object {
  const body = { pageId: '{pageId}', spaceKey: '{spaceKey}' };
  return { url: exportEndpoint, body, markdown: '/markdown' };
}

export const extensionPackage = path.join(projectRoot, 'dist', 'publish-to-wiki.vsix');

/** A real VS Code with the packaged extension, and a wiki; its server and browser are those of other stages when they are shared. */
export async function setStage(options: StageOptions, { isShared = false } = {}): Promise<SetStage> {
  if (options.neighbours?.includes(probe) === true) {
    await packProbe();
  }
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closing.reverse()) {
      await each();
    }
  };
  try {
    const wiki = await startWiki(options.wiki);
    closing.push(() => wiki.close());
    const parent = await temporaryFolder('workspace');
    closing.push(() => removeFolder(parent));
    const folder = path.join(parent, options.name ?? '');
    for (const [name, text] of Object.entries(
      typeof options.files === 'function' ? options.files() : options.files,
    )) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    const connections = [{ name: 'Team Wiki', endpoint: wiki.importEndpoint }];
    const server = await (isShared ? sharedServer : startServer)({
      version: 'newest',
      vsix: [options.vsix ?? extensionPackage, ...(options.neighbours ?? [])],
      workspaceTrust: options.workspaceTrust ?? false,
      persistentSecrets: options.persistentSecrets ?? false,
      forWriters: options.allBuiltIn !== true,
      ...(options.language !== undefined && { language: options.language }),
      userSettings: {
        ...(options.connected === false ? {} : { 'publishToWiki.connections': connections }),
        ...(options.exporting !== undefined && {
          'publishToWiki.export': {
            ...exportClient(wiki),
            ...(options.exporting === 'pages' && { page: pageExport(wiki) }),
          },
        }),
        ...options.userSettings,
      },
    });
    if (!isShared) {
      closing.push(() => server.close());
    }
    const browser = await (isShared ? sharedBrowser() : launchBrowser());
    const leave = async (): Promise<unknown> =>
      Promise.all(browser.contexts().map(async (context) => context.close()));
    closing.push(() => (isShared ? leave() : browser.close()));
    const window = await Window.open({
      server,
      browser,
      folder,
      counted: options.counted ?? false,
      ...(options.size !== undefined && { size: options.size }),
      ...(options.scale !== undefined && { scale: options.scale }),
      ...(options.language !== undefined && { language: options.language }),
    });
    await window.page.context().route(`${authorizeUrl}?**`, (route) => {
      const address = wiki.authorizeEndpoint + new URL(route.request().url()).search;
      return route.fulfill({
        contentType: 'text/html',
        body: `<script>location.replace(${JSON.stringify(address)})</script>`,
      });
    });
    return { wiki, window, folder, browser, server, close };
  } catch (error) {
    await close();
    throw error;
  }
}
