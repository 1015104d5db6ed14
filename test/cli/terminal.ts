import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';
import { startWiki, type Wiki, type WikiOptions } from '../wiki/wiki.js';

export const programFile = path.join(projectRoot, 'dist/npm/main.js');

export interface Said {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** The packaged command line in a folder of files, and a wiki that it knows by its environment. */
export class Terminal {
  environment: Record<string, string> = {};

  private constructor(
    readonly folder: string,
    readonly wiki: Wiki,
    /** What it writes for as long as it runs. */
    readonly temporary: string,
  ) {}

  static async open(files: Readonly<Record<string, string>>, options: WikiOptions = {}): Promise<Terminal> {
    const terminal = new Terminal(
      await temporaryFolder('terminal'),
      await startWiki(options),
      await temporaryFolder('terminal'),
    );
    const { wiki } = terminal;
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: terminal.folder });
    await terminal.write(files);
    terminal.environment = {
      WIKI_IMPORT_ENDPOINT: wiki.importEndpoint,
      WIKI_API_TOKEN: await wiki.createToken(),
    };
    return terminal;
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  async close(): Promise<void> {
    await this.wiki.close();
    await Promise.all([removeFolder(this.folder), removeFolder(this.temporary)]);
  }

  run(...args: readonly string[]): Promise<Said> {
    return this.begin(args).ended;
  }

  /** `input`: what is written to it. `entry`: the file of it that runs. */
  begin(
    args: readonly string[],
    input = '',
    entry = programFile,
    folder = this.folder,
  ): { readonly ended: Promise<Said>; readonly signal: (name: NodeJS.Signals) => void } {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: folder,
      env: { PATH, HOME, TMPDIR: this.temporary, ...this.environment },
    });
    // One that ends before it has read all
    child.stdin.on('error', () => undefined).end(input);
    const ended = Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve, reject) => {
        child.once('close', resolve);
        child.once('error', (error) => reject(new Error(this.#missing(folder), { cause: error })));
      }),
    ]).then(([out, err, exitCode]) => ({ exitCode, out, err }));
    return { ended, signal: (name) => void child.kill(name) };
  }

  #missing(folder: string): string {
    const [hasProgram, hasFolder] = [process.execPath, folder].map((each) => existsSync(each));
    return `${process.execPath} (there: ${hasProgram}) did not start in ${folder} (there: ${hasFolder}).`;
  }
}
