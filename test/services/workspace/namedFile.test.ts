import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Uri } from 'vscode';
import { unreadableText } from '../../../src/core/page/unreadableReason.js';
import { readNamedFile, findUnreadableReason } from '../../../src/services/workspace/namedFile.js';
import { removeFolder, temporaryFolder } from '../../host/folders.js';

const most = 1_000;
const uri = (scheme: string, fsPath: string): Uri => ({ scheme, fsPath }) as unknown as Uri;
const noFileSystem = { stat: () => assert.fail(), readFile: () => assert.fail() };

async function told(file: string, folders: readonly string[]): Promise<string> {
  const reading = { folders, fs: noFileSystem };
  const { bytes, why } = await readNamedFile(reading, uri('file', file), most);
  if (why !== undefined && !['tooLarge', 'failed'].includes(why.kind)) {
    assert.deepEqual(await findUnreadableReason(reading, uri('file', file), most), why);
  }
  return why === undefined ? Buffer.from(bytes).toString() : unreadableText('a.md', why);
}

describe('A file that a workspace names', () => {
  let root: string;
  const at = (...names: string[]): string => path.join(root, ...names);
  const opened = (): string[] => [at('opened')];

  before(async () => {
    root = await temporaryFolder('named');
    await mkdir(at('opened', 'sub'), { recursive: true });
    await writeFile(at('secret.md'), 'secret');
  });

  after(() => removeFolder(root));

  it('is read up to the limit, but not through a link within the folder', async () => {
    await writeFile(at('opened', 'a.md'), 'ü'.repeat(most / 2));
    await writeFile(at('opened', 'empty.md'), '');
    await symlink(at('opened', 'a.md'), at('opened', 'sub', 'link.md'));
    assert.equal(await told(at('opened', 'a.md'), opened()), 'ü'.repeat(most / 2));
    assert.match(
      await told(at('opened', 'sub', 'link.md'), opened()),
      /^a\.md is a link to .*opened.a\.md\. Links are not followed/,
    );
    assert.equal(await told(at('opened', 'empty.md'), opened()), '');
    // Opened by itself
    assert.equal(await told(at('secret.md'), opened()), 'secret');
  });

  it('is not read where it is larger, however large', async () => {
    for (const size of [most + 1, 2 ** 40]) {
      await writeFile(at('opened', 'large.md'), '');
      await truncate(at('opened', 'large.md'), size);
      const before = process.memoryUsage().rss;
      assert.match(await told(at('opened', 'large.md'), opened()), /^a\.md is larger than .* is not read\./);
      assert.ok(process.memoryUsage().rss - before < 50_000_000);
    }
  });

  it('is not read where it leads out of the folder, is not there, or is a folder', async () => {
    await symlink(at('secret.md'), at('opened', 'out.md'));
    await symlink(at('opened', 'loop.md'), at('opened', 'loop.md'));
    for (const [name, said] of [
      ['out.md', /is a link to .*secret\.md\. Links are not followed/],
      ['loop.md', /can’t be read/],
      ['missing.md', /is gone/],
      ['sub', /is a folder, a device or a pipe/],
    ] as const) {
      assert.match(await told(at('opened', name), opened()), said);
    }
  });

  it('is not read where it is a device, a pipe or a socket, and nothing waits for one', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    execFileSync('mkfifo', [at('opened', 'pipe.md')]);
    const server = createServer().listen(at('opened', 'socket.md'));
    await new Promise((resolve) => server.on('listening', resolve));
    try {
      // More at once than libuv has threads
      const names = Array.from({ length: 8 }, () => ['pipe.md', 'socket.md']).flat();
      const all = await Promise.all(names.map((name) => told(at('opened', name), opened())));
      all.forEach((each) => assert.match(each, /^a\.md is a folder, a device or a pipe/));
    } finally {
      server.close();
    }
    for (const [at_, device] of [
      '/dev/zero',
      '/dev/ptmx',
      '/dev/tty',
      '/dev/random',
      '/dev/full',
    ].entries()) {
      const link = at('opened', `device${at_}.md`);
      await symlink(device, link);
      assert.match(await told(link, opened()), /is a link to \/dev\/.*\. Links are not followed/);
      assert.match(await told(device, opened()), /is a folder, a device or a pipe/);
    }
  });

  it('is read no further than to the limit where it is larger than it says', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    // They say that they have no bytes
    assert.match(await told('/proc/kallsyms', []), /is larger than|can’t be read/);
    assert.match(await told('/proc/self/comm', []), /^\w/);
  });

  describe('of another file system', () => {
    const virtual = (type: number, size: number, text: string) => ({
      folders: [],
      fs: {
        stat: () => Promise.resolve({ type, size, ctime: 0, mtime: 0 }),
        readFile: () => (type === 1 || type === 65 ? Promise.resolve(Buffer.from(text)) : assert.fail()),
      },
    });
    const read = (reading: ReturnType<typeof virtual>) =>
      readNamedFile(reading, uri('vscode-vfs', '/a.md'), most);

    it('is judged by what that says of it', async () => {
      assert.equal(String((await read(virtual(1, 4, 'text'))).bytes), 'text');
      assert.equal(String((await read(virtual(65, 4, 'text'))).bytes), 'text');
      for (const type of [0, 2, 64, 66]) {
        assert.deepEqual((await read(virtual(type, 4, 'text'))).why, { kind: 'notAFile' });
      }
      for (const size of [most + 1, 0]) {
        const { why } = await read(virtual(1, size, 'a'.repeat(most + 1)));
        assert.deepEqual(why, { kind: 'tooLarge', mostBytes: most });
      }
    });

    it('is not read where that knows none, or fails', async () => {
      for (const [code, kind] of [
        ['FileNotFound', 'missing'],
        ['Unavailable', 'failed'],
      ]) {
        const stat = () => Promise.reject(Object.assign(new Error(), { code }));
        const reading = { ...virtual(1, 0, ''), fs: { stat, readFile: () => assert.fail() } };
        assert.deepEqual((await read(reading)).why, { kind });
      }
    });
  });
});
