import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { textOrEmptySchema } from '../../../core/text/json';
import { processExists } from '../../shared/processExists';
import { shortHash } from '../../shared/shortHash';

/** Tells a process from a later one with the same process ID. */
export interface ProcessIdentity {
  /**
   * A hash of the system's machine ID, since computers that share a home folder may have the same name. Empty
   * if unknown.
   */
  readonly machine: string;
  readonly pid: number;
  readonly startedAt: number;
  /** On Linux, boot ID, PID namespace and start tick: unique together with `pid`. Empty elsewhere, or if unknown. */
  readonly boot: string;
  readonly space: string;
  readonly startTick: string;
}

export const processIdentitySchema = v.object({
  pid: v.number(),
  startedAt: v.number(),
  machine: textOrEmptySchema,
  boot: textOrEmptySchema,
  space: textOrEmptySchema,
  startTick: textOrEmptySchema,
});

/** `unknown`: the process is on another computer, in another container, or can't be examined. */
export type Liveness = 'alive' | 'gone' | 'unknown';

/** Replaced in tests, which play Linux, macOS and Windows. */
export interface OperatingSystem {
  readonly platform: string;
  readonly host: string;
  readonly read: (file: string) => Promise<string>;
  readonly link: (file: string) => Promise<string>;
  readonly exists: (pid: number) => boolean;
  readonly run: (command: string, args: readonly string[]) => Promise<string>;
}

const sameStartMs = 60_000;
const runLimitMs = 10_000;
const runProgram = promisify(execFile);

export const thisSystem: OperatingSystem = {
  platform: process.platform,
  host: hostname(),
  read: (file) => readFile(file, 'utf8'),
  link: (file) => readlink(file),
  exists: processExists,
  run: async (command, args) => {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    return (await runProgram(command, args, { env, timeout: runLimitMs, windowsHide: true })).stdout;
  },
};

export async function identifyProcess(
  system: OperatingSystem,
  pid: number,
  startedAt: number,
): Promise<ProcessIdentity> {
  const linux = system.platform === 'linux' ? await linuxIdentity(system, pid) : noIdentity;
  return { machine: await machineHashOf(system), pid, startedAt, ...linux };
}

export async function processLiveness(system: OperatingSystem, owner: ProcessIdentity): Promise<Liveness> {
  if (system.platform === 'linux' && owner.boot !== '') {
    return linuxLiveness(system, owner);
  }
  if (!(await isHere(system, owner))) {
    return 'unknown';
  }
  if (!system.exists(owner.pid)) {
    return 'gone';
  }
  const startedAt = await startOf(system, owner.pid);
  if (startedAt === undefined) {
    return 'unknown';
  }
  return Math.abs(startedAt - owner.startedAt) <= sameStartMs ? 'alive' : 'gone';
}

const machineIds = new WeakMap<OperatingSystem, Promise<string>>();

export function machineHashOf(system: OperatingSystem): Promise<string> {
  const known = machineIds.get(system) ?? readMachine(system).catch(() => '');
  machineIds.set(system, known);
  return known;
}

async function readMachine(system: OperatingSystem): Promise<string> {
  const id = await machineId(system);
  return id === '' ? '' : shortHash(`publish-to-wiki machine\n${id}`);
}

async function machineId({ platform, read, run: ask }: OperatingSystem): Promise<string> {
  if (platform === 'linux') {
    return (await read('/etc/machine-id')).trim();
  }
  if (platform === 'darwin') {
    const text = await ask('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
    return /"IOPlatformUUID" = "([^"]+)"/.exec(text)?.[1] ?? '';
  }
  const registry = ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid'];
  return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(await ask('reg.exe', registry))?.[1] ?? '';
}

async function isHere(system: OperatingSystem, { machine }: ProcessIdentity): Promise<boolean> {
  return machine !== '' && machine === (await machineHashOf(system));
}

const noIdentity = { boot: '', space: '', startTick: '' };

async function linuxIdentity(system: OperatingSystem, pid: number): Promise<typeof noIdentity> {
  try {
    const place = await linuxPlace(system);
    return { ...place, startTick: (await linuxStat(system, pid))?.startTick ?? '' };
  } catch {
    return noIdentity;
  }
}

async function linuxPlace(system: OperatingSystem) {
  const boot = (await system.read('/proc/sys/kernel/random/boot_id')).trim();
  return { boot, space: await system.link('/proc/self/ns/pid') };
}

async function linuxLiveness(system: OperatingSystem, owner: ProcessIdentity): Promise<Liveness> {
  const here = await linuxPlace(system).catch(() => undefined);
  if (!here) {
    return 'unknown';
  }
  if (here.boot !== owner.boot) {
    return (await isHere(system, owner)) ? 'gone' : 'unknown';
  }
  if (here.space !== owner.space) {
    return 'unknown';
  }
  if (!system.exists(owner.pid)) {
    return 'gone';
  }
  const stat = await linuxStat(system, owner.pid).catch(() => undefined);
  if (stat === undefined || owner.startTick === '') {
    return system.exists(owner.pid) ? 'unknown' : 'gone';
  }
  return stat.startTick === owner.startTick && !'ZX'.includes(stat.state) ? 'alive' : 'gone';
}

/** Counts fields after the last `)`, since the process name in brackets may contain any character (proc(5)). */
async function linuxStat(system: OperatingSystem, pid: number) {
  const text = await system.read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, startTick] = [fields[0], fields[19]];
  return state && startTick ? { state, startTick } : undefined;
}

async function startOf(system: OperatingSystem, pid: number): Promise<number | undefined> {
  try {
    const text =
      system.platform === 'win32'
        ? await system.run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', windowsStart(pid)])
        : await system.run('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
    const startedAt = system.platform === 'win32' ? Number(text.trim()) : Date.parse(`${text.trim()} UTC`);
    return Number.isFinite(startedAt) && startedAt > 0 ? startedAt : undefined;
  } catch {
    return undefined;
  }
}

function windowsStart(pid: number): string {
  return `([DateTimeOffset](Get-Process -Id ${pid} -ErrorAction Stop).StartTime).ToUnixTimeMilliseconds()`;
}
