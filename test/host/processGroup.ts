import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const windows = process.platform === 'win32';
const running = new Set<ProcessGroup>();

/** A program together with every process that it starts; none outlives this process. */
export class ProcessGroup {
  readonly #child: ChildProcess;
  #output = '';
  #ended: string | undefined;

  constructor(program: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
    this.#child = spawn(program, args, { detached: !windows, stdio: ['ignore', 'pipe', 'pipe'], env });
    const keep = (chunk: Buffer): void => {
      this.#output += chunk.toString();
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.#child.once('error', (error) => (this.#ended = error.message));
    this.#child.once('exit', (code, signal) => (this.#ended = `ended with ${String(code ?? signal)}`));
    running.add(this);
  }

  get output(): string {
    return this.#output;
  }

  /** Why it runs no more. */
  get ended(): string | undefined {
    return this.#ended;
  }

  async close(): Promise<void> {
    this.#signal('SIGTERM');
    for (let waited = 0; this.#ended === undefined && waited < 2000; waited += 50) {
      await pause(50);
    }
    // The group may outlive its leader
    this.#signal('SIGKILL');
    running.delete(this);
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  /** Ends those processes of the group whose command says this. */
  killMembers(command: string): void {
    const { pid } = this.#child;
    if (windows || pid === undefined) {
      return;
    }
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,pid=,args='], { encoding: 'utf8' });
    for (const [, group, member, args] of stdout.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm)) {
      if (Number(group) === pid && args?.includes(command)) {
        killOne(Number(member));
      }
    }
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) {
      return;
    }
    if (windows) {
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // The whole group is gone
    }
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended
  }
}

process.once('exit', () => {
  for (const group of running) {
    group.kill();
  }
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130));
}
