import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Environment } from '../environment/environment';
import { gitCall } from './git';

interface Asked {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** Reads Git objects with one `git cat-file --batch` process for all, which the first `read` starts. */
export class GitBlobs {
  #git: ChildProcessWithoutNullStreams | undefined;
  #asked: Asked[] = [];
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** The length in bytes of the first pending answer; undefined until its header line, which tells it, has arrived. */
  #needed: number | undefined;

  constructor(
    private readonly root: string,
    private readonly environment: Environment,
  ) {}

  /** Rejects if the repository lacks the object, as a partial clone may, or if Git ends. */
  read(object: string): Promise<string> {
    const git = this.#git ?? this.#start();
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      git.stdin.write(`${object}\n`);
    });
  }

  close(): void {
    this.#git?.kill();
  }

  #start(): ChildProcessWithoutNullStreams {
    const { args, options } = gitCall(this.root, this.environment, ['cat-file', '--batch']);
    const git = spawn('git', args, options);
    this.#git = git;
    git.stdout.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      this.#answer();
    });
    git.stdin.on('error', () => undefined);
    git.stderr.resume();
    const end = (): void => this.#asked.splice(0).forEach(({ reject }) => reject(new Error('Git ended.')));
    git.on('error', end);
    git.on('close', end);
    return git;
  }

  /** Joins the chunks once an answer is complete: joining at each chunk of a large object would take long. */
  #answer(): void {
    while (this.#bytes >= (this.#needed ?? 1)) {
      const received = Buffer.concat(this.#chunks);
      this.#chunks = [received];
      const end = received.indexOf('\n');
      if (end < 0) {
        return;
      }
      const [, size] = /^[\da-f]+ blob (\d+)$/.exec(received.toString('utf8', 0, end)) ?? [];
      // `cat-file` ends each object with a line break.
      const needed = size === undefined ? end + 1 : end + 1 + Number(size) + 1;
      if (received.length < needed) {
        this.#needed = needed;
        return;
      }
      const rest = received.subarray(needed);
      this.#needed = undefined;
      this.#chunks = [rest];
      this.#bytes = rest.length;
      const asked = this.#asked.shift();
      if (size === undefined) {
        asked?.reject(new Error(received.toString('utf8', 0, end)));
      } else {
        asked?.resolve(received.toString('utf8', end + 1, needed - 1));
      }
    }
  }
}
