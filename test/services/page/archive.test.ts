import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { filesInArchive } from '../../../src/services/page/archive.js';

const limits = { files: 10, bytes: 100_000 };

interface Entry {
  readonly name: string;
  readonly data: Buffer;
  /** What the archive says of its size. */
  readonly claims?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly compressed?: Buffer;
}

/** An archive byte by byte, as APPNOTE.TXT 4.3 has it, with whatever lies are asked for. */
function archive(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const { name, data, claims = data.length, flags = 0, method = 8, compressed } of entries) {
    const body = compressed ?? (method === 8 ? deflateRawSync(data) : data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(claims, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(Buffer.concat(files).length, 10);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), body);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, offset, Buffer.from(name));
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(Buffer.concat(files).length, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const texts = (bytes: Buffer, pattern = '*.md'): readonly string[] | undefined =>
  filesInArchive(bytes, pattern, limits)?.map((file) => Buffer.from(file).toString());

const page = { name: 'docs/page.md', data: Buffer.from('# Page ü\n') };

/** What Python's own library makes of this. */
function byPython(script: string): Buffer {
  const program = `import io, sys, zipfile\nout = io.BytesIO()\n${script}\nsys.stdout.buffer.write(out.getvalue())`;
  return execFileSync('python3', ['-c', program], { maxBuffer: 64 * 1024 * 1024 });
}

describe('An archive of another program', function () {
  before(function () {
    try {
      execFileSync('python3', ['--version']);
    } catch {
      this.skip();
    }
  });

  for (const [what, script] of Object.entries({
    'with deflated files':
      "z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)\nz.writestr('a/page.md', '# Page ü\\n' * 999)\nz.writestr('image.png', b'1' * 9999)\nz.close()",
    'with stored files':
      "z = zipfile.ZipFile(out, 'w')\nz.writestr('a/page.md', '# Page ü\\n' * 999)\nz.writestr('image.png', b'PK\\x03\\x04')\nz.close()",
    'that was written in one go, with sizes behind the files':
      "class Pipe(io.RawIOBase):\n  def writable(self): return True\n  def write(self, b): return out.write(b)\nz = zipfile.ZipFile(Pipe(), 'w', zipfile.ZIP_DEFLATED)\nz.writestr('a/page.md', '# Page ü\\n' * 999)\nz.writestr('b.txt', 'b')\nz.close()",
    'in the format for large files':
      "z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)\nf = z.open('a/page.md', 'w', force_zip64=True)\nf.write(('# Page ü\\n' * 999).encode())\nf.close()\nz.close()",
    'with something before it':
      "out.write(b'#!/bin/sh\\n')\nz = zipfile.ZipFile(out, 'a', zipfile.ZIP_DEFLATED)\nz.writestr('page.md', '# Page ü\\n' * 999)\nz.close()",
  })) {
    it(`is read ${what}`, () => assert.deepEqual(texts(byPython(script)), ['# Page ü\n'.repeat(999)]));
  }

  it('is refused where its compression is none that is known', () => {
    const script =
      "z = zipfile.ZipFile(out, 'w', zipfile.ZIP_LZMA)\nz.writestr('page.md', '# Page\\n' * 999)\nz.close()";
    assert.equal(texts(byPython(script)), undefined);
  });

  it('that grows a thousandfold ends at the limit', function () {
    // Python needs most of it to compress
    this.timeout(60_000);
    const script =
      "z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED, compresslevel=9)\nz.writestr('page.md', b'\\0' * 300_000_000)\nz.close()";
    const bomb = byPython(script);
    assert.ok(bomb.length < 400_000);
    const before = process.threadCpuUsage();
    assert.equal(texts(bomb), undefined);
    assert.ok(process.threadCpuUsage(before).user < 1_000_000);
  });
});

describe('A hostile archive', () => {
  it('gives the files that match, wherever they say that they are, and nothing else', () => {
    const names = [
      '../page.md',
      '/etc/page.md',
      'C:\\page.md',
      '..\\page.md',
      'a/../../page.md',
      'page.md/',
      '',
    ];
    const others = names.map((name) => ({ ...page, name, data: Buffer.from(`of ${name}`) }));
    assert.deepEqual(texts(archive([...others, page])), ['# Page ü\n']);
  });

  it('that lies about a size ends at the limit', () => {
    const data = Buffer.alloc(50_000_000);
    for (const claims of [0, 10, limits.bytes, 0xfffffffe]) {
      const before = process.threadCpuUsage();
      assert.equal(texts(archive([{ ...page, data, claims }])), undefined);
      assert.ok(process.threadCpuUsage(before).user < 1_000_000);
    }
  });

  it('holds no more in all than the limit', () => {
    const data = randomBytes(40_000);
    const files = ['a.md', 'b.md', 'c.md'].map((name) => ({ name, data }));
    assert.equal(texts(archive(files)), undefined);
    assert.equal(texts(archive(files.slice(1)))?.length, 2);
    assert.equal(texts(archive(files), '/a.md')?.length, 1);
  });

  for (const [what, name] of [
    ['so many parts', `${'a/'.repeat(30_000)}a.md`],
    ['so many parts of nothing', `${'/'.repeat(60_000)}a.md`],
    ['65 parts', `${'a/'.repeat(64)}a.md`],
    ['1,025 characters', `${'a'.repeat(1022)}.md`],
  ] as const) {
    it(`has no file whose name has ${what}`, () => {
      const before = process.threadCpuUsage();
      const many = Array.from({ length: 5 }, () => ({ name, data: Buffer.from('hostile') }));
      assert.deepEqual(texts(archive([...many, page])), ['# Page ü\n']);
      assert.ok(process.threadCpuUsage(before).user < 1_000_000);
    });
  }

  it('may have a file whose name is as long as any', () => {
    for (const name of [`${'a/'.repeat(63)}a.md`, `${'a'.repeat(1021)}.md`]) {
      assert.deepEqual(texts(archive([{ ...page, name }])), ['# Page ü\n'], name);
    }
  });

  it('has no more files than the limit', () => {
    const many = Array.from({ length: 30_000 }, (_, index) => ({ name: `${index}.txt`, data: Buffer.of(0) }));
    assert.equal(texts(archive([page, ...many.slice(0, 11)])), undefined);
    const before = process.threadCpuUsage();
    assert.equal(
      texts(Buffer.concat(Array<Buffer>(30_000).fill(archive(many.slice(0, 1)))), '*.md'),
      undefined,
    );
    assert.ok(process.threadCpuUsage(before).user < 1_000_000);
  });

  it('is refused where it is encrypted, damaged or none', () => {
    const good = archive([page]);
    // What is encrypted may begin as what nothing was compressed to
    for (const begins of [[], [0x03, 0x00]]) {
      const compressed = Buffer.concat([Buffer.from(begins), Buffer.alloc(60, 0xff)]);
      assert.equal(texts(archive([{ ...page, compressed, flags: 1 }])), undefined);
    }
    assert.equal(texts(archive([{ ...page, compressed: Buffer.from('no deflate') }])), undefined);
    for (let length = 0; length < good.length - 80; length++) {
      assert.equal(texts(good.subarray(0, length)), undefined);
    }
    assert.equal(texts(Buffer.from('no archive')), undefined);
    assert.equal(texts(Buffer.alloc(0)), undefined);
    for (let seed = 0; seed < 500; seed++) {
      texts(randomBytes(200));
      const damaged = Buffer.from(good);
      damaged[seed % good.length] = seed & 0xff;
      texts(damaged);
    }
  });

  it('is given what it has where nothing matches', () =>
    assert.deepEqual(texts(archive([page]), '*.txt'), []));
});
