import * as assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  identifyProcess,
  processLiveness,
  type OperatingSystem,
  thisSystem,
} from '../../../../src/services/export/system/process';

function system(platform: string, dependencies: Partial<OperatingSystem>): OperatingSystem {
  const fail = (): Promise<string> => Promise.reject(new Error('not there'));
  return { platform, host: 'desk', read: fail, link: fail, exists: () => true, run: fail, ...dependencies };
}

const stat = (pid: number, state: string, startTick: number): string =>
  `${pid} (a ) b) ${state} ${Array(18).fill('0').join(' ')} ${startTick} 0 0`;

function linux(boot: string, space: string, stats: Record<number, string>, machine = 'm1'): OperatingSystem {
  return system('linux', {
    exists: (pid) => stats[pid] !== undefined,
    link: () => Promise.resolve(space),
    read: (file) => {
      if (file.endsWith('boot_id')) {
        return Promise.resolve(`${boot}\n`);
      }
      if (file === '/etc/machine-id') {
        return Promise.resolve(`${machine}\n`);
      }
      const text = stats[Number(file.split('/')[2])];
      return text === undefined ? Promise.reject(new Error('not there')) : Promise.resolve(text);
    },
  });
}

describe('whether the owner of a lease is alive', () => {
  it('is known for a real process, before and after its end', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const owner = await identifyProcess(thisSystem, child.pid ?? 0, Date.now());
    assert.equal(await processLiveness(thisSystem, owner), 'alive');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await processLiveness(thisSystem, owner), 'gone');
  });

  describe('on Linux', () => {
    const home = linux('b1', 'pid:[1]', { 5: stat(5, 'S', 100), [process.pid]: stat(process.pid, 'R', 1) });
    const cases: readonly (readonly [string, OperatingSystem, string])[] = [
      ['still running', home, 'alive'],
      ['stopped by a debugger or a sleep', linux('b1', 'pid:[1]', { 5: stat(5, 'T', 100) }), 'alive'],
      ['ended', linux('b1', 'pid:[1]', {}), 'gone'],
      ['dead but not yet collected', linux('b1', 'pid:[1]', { 5: stat(5, 'Z', 100) }), 'gone'],
      ['its number taken by another', linux('b1', 'pid:[1]', { 5: stat(5, 'S', 200) }), 'gone'],
      ['before a reboot', linux('b2', 'pid:[1]', { 5: stat(5, 'S', 100) }), 'gone'],
      ['in another container', linux('b1', 'pid:[2]', { 5: stat(5, 'S', 100) }), 'unknown'],
      ['on another machine of the same name', linux('b2', 'pid:[1]', {}, 'm2'), 'unknown'],
      ['after a reboot of a machine that has no id', linux('b2', 'pid:[1]', {}, ''), 'unknown'],
      ['where its own file is hidden', linux('b1', 'pid:[1]', { 5: '' }), 'unknown'],
      ['where nothing can be read', system('linux', {}), 'unknown'],
    ];
    for (const [name, seen, expected] of cases) {
      it(`${name}: ${expected}`, async () => {
        assert.equal(await processLiveness(seen, await identifyProcess(home, 5, 1000)), expected);
      });
    }
  });

  for (const [platform, answer, ps, ask, id] of [
    ['darwin', 'Thu Jan  1 00:20:00 2026\n', '/bin/ps', 'ioreg', '    "IOPlatformUUID" = "AAAA-1"\n'],
    [
      'win32',
      `${Date.parse('2026-01-01T00:20:00Z')}\r\n`,
      'powershell.exe',
      'reg.exe',
      '    MachineGuid    REG_SZ    aaaa-1\r\n',
    ],
  ] as const) {
    describe(`on ${platform}`, () => {
      const startedAt = Date.parse('2026-01-01T00:20:01.5Z');
      const hidden = () => Promise.reject(new Error('not there'));
      const running = (start: () => Promise<string>, machine: string = id) =>
        system(platform, {
          run: (command) =>
            command.includes(ask) ? Promise.resolve(machine) : command === ps ? start() : hidden(),
        });
      const started = () => Promise.resolve(answer);
      const cases: readonly (readonly [string, OperatingSystem, number, string])[] = [
        ['still running', running(started), startedAt, 'alive'],
        ['ended', { ...running(started), exists: () => false }, startedAt, 'gone'],
        ['its number taken by another', running(started), startedAt - 3_600_000, 'gone'],
        ['its start not to be had', running(hidden), startedAt, 'unknown'],
        [
          'its start not to be read',
          running(() => Promise.resolve('Zugriff verweigert')),
          startedAt,
          'unknown',
        ],
        [
          'on another machine of the same name',
          { ...running(started, id.replace('1', '2')), exists: () => false },
          startedAt,
          'unknown',
        ],
        [
          'on a machine that has no id',
          { ...running(started, ''), exists: () => false },
          startedAt,
          'unknown',
        ],
      ];
      for (const [name, seen, at, expected] of cases) {
        it(`${name}: ${expected}`, async () => {
          assert.equal(await processLiveness(seen, await identifyProcess(running(started), 5, at)), expected);
        });
      }
    });
  }
});
