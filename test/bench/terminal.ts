import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { concurrency, writeFolder } from './manyFolder.js';
import { ms, timed, type Row } from './row.js';
import { bareRequest, pageOf, startWire, tokenText } from './wire.js';

const program = path.join(projectRoot, 'dist', 'npm', 'main.js');
const delayMs = 50;
const count = 1_000;
const manyFiles = 10_000;
const mostMegabytes = 150;
const settings = { 'publishToWiki.space': '1001', 'publishToWiki.parent': '100102' };

/** The command line as npm’s package has it. */
export async function terminal(): Promise<Row[]> {
  return [await run(), await memory()];
}

async function run(): Promise<Row> {
  const wire = await startWire(delayMs);
  try {
    return await inFolder(async (folder) => {
      await writeFolder(folder, count);
      const bareRun = async (): Promise<number> => {
        const { send, close } = bareRequest(wire.endpoint, pageOf(1_500));
        let left = count / 2;
        const work = async (): Promise<void> => {
          while (left-- > 0) {
            await send();
          }
        };
        const took = await timed(() => Promise.all(Array.from({ length: concurrency }, work)));
        close();
        return took;
      };
      const before = await bareRun();
      const ours = await timed(() => publish(folder, wire.endpoint));
      const bare = before + (await bareRun());
      return {
        what: '1,000 files at 50 ms an answer from a terminal',
        method: `one process from its start to its end, ${concurrency} files at a time; the ideal is as many bare undici requests, as many at a time, half of them before the run and half after it`,
        measured: ms(ours),
        against: `the ideal for the concurrency: ${ms(bare)}`,
        ratio: ours / bare,
        bound: 1.08,
      };
    });
  } finally {
    wire.close();
  }
}

async function memory(): Promise<Row> {
  const wire = await startWire(0);
  try {
    const [one, many] = [await megabytesOf(1, wire.endpoint), await megabytesOf(manyFiles, wire.endpoint)];
    const grown = many - one;
    return {
      what: `memory of ${manyFiles.toLocaleString('en')} files in a terminal that publishes them`,
      method: `the largest resident size of the process and its threads, ${many.toFixed(0)} MB, less that of one that publishes one file, ${one.toFixed(0)} MB`,
      measured: `${grown.toFixed(0)} MB`,
      against: `${mostMegabytes} MB`,
      ratio: grown / mostMegabytes,
      bound: 1,
    };
  } finally {
    wire.close();
  }
}

/** The largest resident size of a process that publishes so many files. */
async function megabytesOf(files: number, endpoint: string): Promise<number> {
  return inFolder(async (folder) => {
    await writeFolder(folder, files);
    const report = path.join(folder, '..', `${path.basename(folder)}.json`);
    const hook = path.join(tmpdir(), `${path.basename(folder)}.cjs`);
    const write = `require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage()))`;
    // Its thread ends too
    writeFileSync(hook, `require('node:worker_threads').isMainThread && process.on('exit', () => ${write})`);
    await publish(folder, endpoint, ['--require', hook]);
    const { maxRSS } = JSON.parse(readFileSync(report, 'utf8')) as NodeJS.ResourceUsage;
    await Promise.all([removeFolder(hook), removeFolder(report)]);
    return maxRSS / 1024;
  });
}

async function publish(folder: string, endpoint: string, options: readonly string[] = []): Promise<void> {
  const code = await ended(
    [...options, program, 'publish', '--root', folder, '--concurrency', String(concurrency)],
    { WIKI_IMPORT_ENDPOINT: endpoint, WIKI_API_TOKEN: tokenText() },
  );
  if (code !== 0) {
    throw new Error(`It ended with ${String(code)}.`);
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder('bench');
  mkdirSync(path.join(folder, '.vscode'));
  writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

async function ended(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, HOME, ...environment }, stdio: 'ignore' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}
