import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from './folders.js';
import { installOnce } from './installOnce.js';
import { npm } from './npm.js';

export type Version = 'newest' | 'floor';

/** The npm package `code-server` carries the workbench and extension host of VS Code 1.x as its release 4.x. */
export const releases = {
  // Runs on the project's own Node
  newest: { vscode: '1.139.1', codeServer: '4.139.1' },
  floor: { vscode: '1.105.1', codeServer: '4.105.1', node: '22.23.3' },
} as const satisfies Record<Version, object>;

export interface InstalledServer {
  readonly node: string;
  /** VS Code's own server. */
  readonly server: string;
  /** Code-server's entry point, which keeps secrets in the browser's profile. */
  readonly entry: string;
  /** The folder of VS Code's own. */
  readonly extensions: string;
}

export async function installServer(version: Version): Promise<InstalledServer> {
  const release = releases[version];
  const folder = await installOnce(`vscode-server-${release.vscode}`, async (unfinished) => {
    console.log(`Installing VS Code ${release.vscode} from the package registry (once)…`);
    await fill(unfinished, version);
  });
  const codeServer = path.join(folder, 'node_modules', 'code-server');
  const vscode = path.join(codeServer, 'lib', 'vscode');
  const logger = path.join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js');
  await copyFile(path.join(__dirname, 'logFile.js'), logger);
  return {
    node: nodeFor(version, folder),
    server: path.join(vscode, 'out', 'server-main.js'),
    entry: path.join(codeServer, 'out', 'node', 'entry.js'),
    extensions: path.join(vscode, 'extensions'),
  };
}

async function fill(folder: string, version: Version): Promise<void> {
  const dependencies: Record<string, string> = { 'code-server': releases[version].codeServer };
  if (version === 'floor') {
    dependencies[nodePackage] = releases.floor.node;
  }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  // Native parts are optional: the server logs that they are missing and goes on
  const install = [
    'install',
    '--ignore-scripts',
    '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  await npm(folder, ...install);
  const vscode = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  if (version === 'floor') {
    await useRegistryOnly(vscode);
  }
  await npm(vscode, ...install);
}

/** The floor names one dependency by a git address, and its shrinkwrap one that downloads a program when installed. */
async function useRegistryOnly(vscode: string): Promise<void> {
  const file = path.join(vscode, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies: Record<string, string> };
  manifest.dependencies['@parcel/watcher'] = '2.5.1';
  await writeFile(file, JSON.stringify(manifest));
  await rm(path.join(vscode, 'npm-shrinkwrap.json'));
}

const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const nodeProgram = process.platform === 'win32' ? 'node.exe' : 'node';

function nodeFor(version: Version, folder: string): string {
  return version === 'newest'
    ? path.join(projectRoot, 'node_modules', 'node', 'bin', nodeProgram)
    : path.join(folder, 'node_modules', nodePackage, 'bin', nodeProgram);
}
