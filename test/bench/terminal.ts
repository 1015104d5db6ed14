import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { concurrency, count } from './manyFiles.js';
import { writeFolder } from './manyFolder.js';
import { inTurn, ms, timed, type Row } from './row.js';
import { bareRequest, pageOf, startWire, tokenText } from './wire.js';

const program = path.join(projectRoot, 'dist', 'npm', 'main.js');
const delayMs = 50;
const manyFiles = 10_000;
const mostMegabytes = 150;
const settings = { 'publishToWiki.space': '1001', 'publishToWiki.parent': '100102' };

/** The command line as npm’s package has it. */
export async function terminal(): Promise<Row[]> {
  return [await version(), await check(), await run(), ...(await ofManyFiles())];
}

async function version(): Promise<Row> {
  const rounds = 15;
  const { ours, bare } = await inTurn(
    rounds,
    () => timed(() => ended([program, '--version'])),
    () => timed(() => ended(['-e', '0'])),
  );
  return {
    what: 'publish-to-wiki --version',
    method: `median of ${rounds} processes, and as many of “node -e 0” in turn`,
    measured: ms(ours),
    against: `Node.js alone: ${ms(bare)}`,
    ratio: ours / bare,
    bound: 1.5,
  };
}

/** Reads each document of a folder and parses it, and does nothing else. */
const bareCheck = `
  const { readdirSync, readFileSync } = require('node:fs');
  const parser = new (require(${JSON.stringify(path.join(projectRoot, 'node_modules', 'markdown-it'))}))('commonmark');
  const [folder] = process.argv.slice(1);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.md')))
    parser.parse(readFileSync(folder + '/' + name, 'utf8'), {});
`;

async function check(): Promise<Row> {
  const documents = globSync('node_modules/**/*.md', { cwd: projectRoot });
  return inFolder(async (folder) => {
    for (const [index, file] of documents.entries()) {
      copyFileSync(path.join(projectRoot, file), path.join(folder, `${index}.md`));
    }
    const { ours, bare } = await inTurn(
      3,
      () => timed(() => ended([program, 'check', '--root', folder])),
      () => timed(() => ended(['-e', bareCheck, folder])),
    );
    return {
      what: 'check of the documents of installed packages from a terminal',
      method: `${documents.length} documents; median of three processes from their start to their end, and of as many that read each file and parse it by markdown-it, in turn`,
      measured: ms(ours),
      against: `reading and parsing them: ${ms(bare)}`,
      ratio: ours / bare,
      bound: 2,
    };
  });
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

async function ofManyFiles(): Promise<Row[]> {
  const wire = await startWire(0);
  try {
    const [one, some, many] = [
      await usedBy(1, wire.endpoint),
      await usedBy(count, wire.endpoint),
      await usedBy(manyFiles, wire.endpoint),
    ];
    const perFile = ({ files, cpuMs }: Used): number => (cpuMs - one.cpuMs) / files;
    const grown = many.megabytes - one.megabytes;
    const [inWords, fewer] = [manyFiles, count].map((each) => each.toLocaleString('en'));
    return [
      {
        what: `memory of ${inWords} files in a terminal that publishes them`,
        method: `the largest resident size of the process and its threads, ${many.megabytes.toFixed(0)} MB, less that of one that publishes one file, ${one.megabytes.toFixed(0)} MB`,
        measured: `${grown.toFixed(0)} MB`,
        against: `${mostMegabytes} MB`,
        ratio: grown / mostMegabytes,
        bound: 1,
      },
      {
        what: `cost per file of ${inWords} files in a terminal that publishes them, against ${fewer}`,
        method: 'the processor’s time of both processes, each less that of one that publishes one file',
        measured: ms(perFile(many)),
        against: ms(perFile(some)),
        ratio: perFile(many) / perFile(some),
        bound: 1.1,
      },
    ];
  } finally {
    wire.close();
  }
}

interface Used {
  readonly files: number;
  /** The largest resident size. */
  readonly megabytes: number;
  readonly cpuMs: number;
}

/** What a process takes that publishes so many files. */
async function usedBy(files: number, endpoint: string): Promise<Used> {
  return inFolder(async (folder) => {
    await writeFolder(folder, files);
    const report = path.join(folder, '..', `${path.basename(folder)}.json`);
    const hook = path.join(tmpdir(), `${path.basename(folder)}.cjs`);
    const write = `require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage()))`;
    // Its thread ends too
    writeFileSync(hook, `require('node:worker_threads').isMainThread && process.on('exit', () => ${write})`);
    await publish(folder, endpoint, ['--require', hook]);
    const usage = JSON.parse(readFileSync(report, 'utf8')) as NodeJS.ResourceUsage;
    await Promise.all([removeFolder(hook), removeFolder(report)]);
    const { maxRSS, userCPUTime, systemCPUTime } = usage;
    return { files, megabytes: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
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
