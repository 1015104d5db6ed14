import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { writersExtensions } from './builtInExtensions.js';
import { keybindings } from './commandKeys.js';
import { removeFolder, temporaryFolder } from './folders.js';
import { addLanguagePack } from './languagePack.js';
import { ProcessGroup } from './processGroup.js';
import { installServer, type InstalledServer, type Version } from './vscodeServer.js';

export interface ServerOptions {
  readonly version: Version;
  /** Installed before the first start. */
  readonly vsix?: string | readonly string[];
  /** Of the extensions that VS Code brings along, only those that somebody who writes Markdown meets. */
  readonly forWriters?: boolean;
  readonly userSettings?: Record<string, unknown>;
  /** Lets a page run an extension's test suite; hides notifications and refuses modal dialogs. */
  readonly smokeTest?: boolean;
  /** Secrets outlive a reload of the window, which VS Code's bare server forgets. */
  readonly persistentSecrets?: boolean;
  /** Asks whether folders are trusted; otherwise every folder is. */
  readonly workspaceTrust?: boolean;
  /** Beside English; see addLanguagePack. */
  readonly language?: string;
  /** Otherwise any that is free. */
  readonly port?: number;
  /** Kept after close; otherwise a temporary folder. */
  readonly dataDir?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Server {
  readonly origin: string;
  readonly dataDir: string;
  readonly settingsFile: string;
  /** What the server printed so far. */
  output(): string;
  /** The address of a window; `payload` is the workbench's own list of start-up values. */
  url(target: { folder?: string; payload?: [string, string][] }): string;
  /** The address by which the window names a file of this machine. */
  remoteUri(path: string): string;
  /** Once its windows are closed: ends what they ran, and leaves nothing of what they kept here. */
  renew(userSettings: ServerOptions['userSettings']): Promise<void>;
  close(): Promise<void>;
}

const quietSettings = {
  'chat.disableAIFeatures': true,
  // What a test types is what stands there
  'editor.autoIndent': 'none',
  'editor.minimap.enabled': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

export async function startServer(options: ServerOptions): Promise<Server> {
  if (options.persistentSecrets && options.version === 'floor') {
    throw new Error('Only the newest version keeps secrets: the older entry point needs a compiled part.');
  }
  const installed = await installServer(options.version);
  const dataDir = options.dataDir ?? (await temporaryFolder('server'));
  const settingsFile = path.join(
    dataDir,
    ...(options.persistentSecrets ? [] : ['data']),
    'User',
    'settings.json',
  );
  // Named anew since the floor; the newest would rewrite the file to say so
  const theme = options.version === 'floor' ? 'Default Dark Modern' : 'Dark Modern';
  const writeSettings = async (userSettings: ServerOptions['userSettings']): Promise<void> => {
    const settings = { ...quietSettings, 'workbench.colorTheme': theme, ...userSettings };
    await mkdir(path.dirname(settingsFile), { recursive: true });
    await writeFile(settingsFile, JSON.stringify(settings, undefined, 2));
    await writeFile(path.join(path.dirname(settingsFile), 'keybindings.json'), keybindings);
  };
  await writeSettings(options.userSettings);

  const { port = 0 } = options;
  const places = folders(options, dataDir);
  const packages = [options.vsix ?? []].flat();
  if (packages.length > 0) {
    await cp(await installedExtensions(installed, options, packages), places.at(-1) ?? '', {
      recursive: true,
    });
  }
  // Each installation writes the list of language packs anew
  if (options.language !== undefined) {
    await addLanguagePack(path.dirname(path.dirname(settingsFile)), options.language);
  }
  const program = options.persistentSecrets
    ? [installed.entry, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, ...entryFlags]
    : [installed.server, '--host', '127.0.0.1', '--port', String(port), ...serverFlags];
  if (options.forWriters) {
    program.push('--builtin-extensions-dir', await writersExtensions(installed.extensions));
  }
  if (options.smokeTest) {
    program.push('--enable-smoke-test-driver');
  }
  if (options.language !== undefined) {
    program.push('--locale', options.language);
  }
  if (!options.workspaceTrust) {
    program.push('--disable-workspace-trust');
  }
  const group = new ProcessGroup(installed.node, [...program, ...places], environment(options));
  const renew: Server['renew'] = async (userSettings) => {
    group.killMembers('--type=extensionHost');
    await rm(path.dirname(settingsFile), { recursive: true, maxRetries: 10, retryDelay: 200 });
    await writeSettings(userSettings);
  };
  const close = async (): Promise<void> => {
    await group.close();
    if (options.dataDir === undefined) {
      await removeFolder(dataDir);
    }
  };
  const host = await listening(group).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  const remoteUri = (path: string): string => `vscode-remote://${host}${serverPath(path)}`;
  return {
    origin: `http://${host}`,
    dataDir,
    settingsFile,
    output: () => group.output,
    url: ({ folder, payload }) => {
      const query = new URLSearchParams();
      if (folder === undefined) {
        query.set('ew', 'true');
      } else {
        query.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', serverPath(folder));
      }
      if (payload) {
        query.set('payload', JSON.stringify(payload));
      }
      return `http://${host}/?${query.toString()}`;
    },
    remoteUri,
    renew,
    close,
  };
}

const serverFlags = [
  '--without-connection-token',
  '--accept-server-license-terms',
  '--telemetry-level',
  'off',
];
const entryFlags = ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'];

function folders(options: ServerOptions, dataDir: string): string[] {
  const extensions = path.join(dataDir, 'extensions');
  const data = options.persistentSecrets ? '--user-data-dir' : '--server-data-dir';
  return [data, dataDir, '--extensions-dir', extensions];
}

const extensionFolders = new Map<string, Promise<string>>();

/** A folder with these extensions; a server gets a copy of it, since installing takes a process of VS Code's each time. */
async function installedExtensions(
  installed: InstalledServer,
  options: ServerOptions,
  packages: readonly string[],
): Promise<string> {
  const key = [options.version, String(options.persistentSecrets), ...packages].join('\n');
  const install = async (): Promise<string> => {
    const folder = await temporaryFolder('extensions');
    const places = folders(options, folder);
    for (const vsix of packages) {
      await installExtension(installed, places, options, vsix);
    }
    return places.at(-1) ?? '';
  };
  const known = extensionFolders.get(key) ?? install();
  extensionFolders.set(key, known);
  // The next server tries again
  known.catch(() => extensionFolders.delete(key));
  return known;
}

async function installExtension(
  installed: InstalledServer,
  places: string[],
  options: ServerOptions,
  vsix: string,
): Promise<void> {
  if (!existsSync(vsix)) {
    throw new Error(`There is no ${vsix}: run "npm run package" first.`);
  }
  const program = options.persistentSecrets ? installed.entry : installed.server;
  const args = [program, '--install-extension', vsix, ...places];
  const group = new ProcessGroup(installed.node, args, environment(options));
  while (group.ended === undefined) {
    await pause(50);
  }
  await group.close();
  const list = path.join(places.at(-1) ?? '', 'extensions.json');
  const found = existsSync(list) && (await readFile(list, 'utf8')) !== '[]';
  if (!found) {
    throw new Error(`${vsix} was not installed (${group.ended}):\n${group.output}`);
  }
}

function environment({ env }: ServerOptions): NodeJS.ProcessEnv {
  // A test run started from VS Code's own terminal must not talk to that VS Code
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name));
  // As from the program "code" in a terminal: no login shell is asked for its environment at each start of an extension host
  return { ...Object.fromEntries(inherited), VSCODE_CLI: '1', ...env };
}

function serverPath(path: string): string {
  return decodeURIComponent(pathToFileURL(path).pathname);
}

/** Resolves with the host and port that the server itself names: at the port that it was told, another one may answer. */
async function listening(group: ProcessGroup): Promise<string> {
  const deadlineAt = Date.now() + 60_000;
  while (group.ended === undefined && Date.now() < deadlineAt) {
    const [, port] = /(?:listening on|available at) http:\/\/[\w.]+:(\d+)/.exec(group.output) ?? [];
    if (port !== undefined) {
      const host = `127.0.0.1:${port}`;
      // The first answer loads the rest of the server.
      await fetch(`http://${host}/`, { signal: AbortSignal.timeout(60_000) });
      return host;
    }
    await pause(50);
  }
  throw new Error(`VS Code's server ${group.ended ?? 'did not listen in 60 s'}:\n${group.output}`);
}
