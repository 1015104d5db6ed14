import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { page, UnattendedJob, updating } from './unattendedJob.js';

type Row = Readonly<Record<string, unknown>>;

/** Values that no field of a row was meant to have. */
const values: readonly unknown[] = [
  ...[
    '',
    'x',
    '\0',
    '--output=x',
    'https://',
    'root:../../x',
    'file:///a%2Fb',
    'file:///a%00',
    'file://host/a',
  ],
  ...[null, 7, -1, 1e300, true, [], {}, [[[]]], '9'.repeat(10_000), { uri: 'root:' }],
];

/** Each row that differs from a good one in one field, at any depth. */
function* changed(value: unknown): Generator {
  yield* values;
  if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      for (const other of changed(each)) {
        yield Array.isArray(value)
          ? value.map((one: unknown, at) => (String(at) === key ? other : one))
          : { ...value, [key]: other };
      }
    }
  }
}

/** Others may have written the state, as what a cache kept. */
describe('A hostile state', () => {
  let job: UnattendedJob;
  let state: string;
  beforeEach(async () => {
    job = await UnattendedJob.open({ 'docs/a.md': page('One'), 'docs/b.md': page('Two'), ...updating });
    state = path.join(job.terminal.folder, '.wiki');
    await job.succeed();
  });
  afterEach(() => job.close());

  const rowsFile = async (): Promise<string> => {
    const name = (await readdir(state)).find((each) => each.endsWith('.jsonl')) ?? assert.fail('No state.');
    return path.join(state, name);
  };
  const commands = [['plan'], ['pages'], ['publish'], ['publish', '--take-over', 'docs/b.md']];

  it('names no option of Git where a commit should be', async () => {
    const option = `--output=${path.join(job.terminal.temporary, 'victim')}`;
    // A range of commits would add its end to the name.
    const victims = ['victim', 'victim..HEAD'].map((name) => path.join(job.terminal.temporary, name));
    await Promise.all(victims.map((file) => writeFile(file, 'whole')));
    for (const name of (await readdir(state)).filter((each) => /\.jsonl?$/.test(each))) {
      const file = path.join(state, name);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace(/"[\da-f]{40}"/g, JSON.stringify(option)));
    }
    for (const args of commands) {
      const { err } = await job.terminal.run(...args, '--state', '.wiki');
      assert.doesNotMatch(err, /unexpected/);
      const left = await Promise.all(victims.map((file) => readFile(file, 'utf8')));
      assert.deepEqual(left, ['whole', 'whole']);
    }
  });

  it('is left aside row by row, which is said, and the other rows count', async () => {
    const file = await rowsFile();
    const text = await readFile(file, 'utf8');
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    const hostile = rows
      .flatMap((row) => [...changed(row)])
      .map((each, at) => {
        const isRow = typeof each === 'object' && each !== null && !Array.isArray(each) && 'id' in each;
        return isRow && typeof each.id === 'string' ? { ...each, id: `${each.id}${at}` } : each;
      });
    assert.ok(hostile.length > 500, String(hostile.length));
    const deep = `{"kind":"page","id":"deep","value":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    await writeFile(file, `${hostile.map((each) => JSON.stringify(each)).join('\n')}\n${deep}\n${text}`);
    const before = job.sent.length;
    for (const args of commands) {
      const { out, err } = await job.terminal.run(...args, '--state', '.wiki');
      assert.doesNotMatch(out + err, /unexpected/, args.join(' '));
      if (args[0] === 'plan') {
        assert.match(err, /Of --state, \d+,?\d* lines that can’t be read: left aside\./);
      }
    }
    assert.ok(
      job.sent.slice(before).every((title) => title === 'Two'),
      job.sent.join(),
    );
    await job.push({ 'docs/a.md': page('One', 'Changed.') });
    await job.publish();
    job.holds('One', 'Changed.');
  });

  for (const [what, place] of Object.entries({
    'a pipe': (file: string): unknown => execFileSync('mkfifo', [file]),
    'a folder': (file: string): unknown => mkdir(file),
  })) {
    it(`ends at once, with a sentence, where ${what} is in place of a file`, async () => {
      for (const file of [await rowsFile(), path.join(state, 'lock.db')]) {
        const kept = await readFile(file);
        await rm(file);
        await place(file);
        const { exitCode, out, err } = await job.publish();
        assert.equal(exitCode, 2, out);
        assert.match(err, /^\S+(?:jsonl|lock\.db) is a folder, a device or a pipe.* Nothing was sent\.\n$/);
        await rm(file, { recursive: true });
        await writeFile(file, kept);
      }
      await job.succeed();
    });
  }

  it('means nothing in its file of the lock, whatever is there', async () => {
    await writeFile(path.join(state, 'lock.db'), 'garbage'.repeat(1_000));
    await job.push({ 'docs/a.md': page('One', 'Changed.') });
    await job.succeed();
    job.holds('One', 'Changed.');
  });
});
