import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import type { Uri } from 'vscode';
import { parseAddress } from '../../src/core/connection/endpoint.js';
import { unreadableText } from '../../src/core/page/unreadableReason.js';
import { stopReport } from '../../src/core/publish/stopReport.js';
import { Run } from '../../src/core/plan/run.js';
import { runNotice } from '../../src/core/plan/runReport.js';
import { mostMarkdownBytes, mostRulesBytes, readNamedFile } from '../../src/services/workspace/namedFile.js';
import { readPageSettings } from '../../src/services/workspace/pageSettings.js';
import { PageThread } from '../../src/services/page/pageThread.js';
import { FileLocks } from '../../src/services/wiki/fileLocks.js';
import { findMarkdown } from '../../src/services/workspace/findFiles.js';
import { sendFiles, type SendFilesDependencies } from '../../src/services/plan/sendFiles.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { configuration } from '../services/fakes.js';
import { destinationAt, one, openRecords, publishOne, realSend } from '../services/records/publishing.js';
import { fileOf, stage, toSend } from '../services/plan/stagedRun.js';
import { onDisk } from '../services/plan/treeOnDisk.js';
import { tokenOf } from './attempt.js';
import { faultWith, until, type Fault, type Row } from './row.js';
import { onWiki } from './sending.js';

const worker = path.join(__dirname, '..', '..', 'src', 'services', 'page', 'pageWorker.js');
const nothingSent = 'what is in the wiki; nothing was sent';

const readBy = (pages: PageThread) => (text: string) =>
  pages.read(text, 'a.md', { omitHeading: true, omitComments: true });

const onThread = faultWith(() => {
  const pages = new PageThread(worker, undefined);
  return { pages, read: readBy(pages), close: () => pages.dispose() };
});

const inFolder = (
  fault: string,
  tells: RegExp,
  run: (folder: string) => Promise<Pick<Row, 'told' | 'kept'>>,
): Fault =>
  faultWith(async () => {
    const folder = await temporaryFolder('hostile');
    return { folder, close: () => removeFolder(folder) };
  })(fault, tells, ({ folder }) => run(folder));

const noFileSystem = { stat: () => assert.fail(), readFile: () => assert.fail() };
const readingIn = (folder: string) => ({ folders: [folder], fs: noFileSystem });

/** What the plan for a folder says where it takes no file; a second of processor time is all that it may take. */
async function toldOf(folder: string): Promise<string> {
  const before = process.cpuUsage();
  const problems: string[] = [];
  const files: typeof onDisk = {
    ...onDisk,
    readRules: async (file: string) => {
      const uri = { scheme: 'file', fsPath: file } as unknown as Uri;
      const { bytes, why } = await readNamedFile(readingIn(folder), uri, mostRulesBytes);
      return why?.kind === 'missing'
        ? undefined
        : why === undefined
          ? { value: Buffer.from(bytes).toString() }
          : { problem: unreadableText(path.basename(file), why) };
    },
  };
  for await (const { path: found, problem } of findMarkdown(files, folder)) {
    assert.ok(problem, `${found} would be published`);
    problems.push(problem);
  }
  assert.ok(process.cpuUsage(before).user < 1_000_000);
  return problems.join(' ');
}

/** What may happen to many files, or to what is in them and in the settings, on the services floor. */
export const fileFaults: readonly Fault[] = [
  {
    fault: 'storage full in the middle of a run',
    where: 'services',
    tells: /^1 of 3 pages were published: 2 not sent\. .*can’t be saved on this computer/,
    run: async () => {
      const { run, start, sends, settled, running } = stage(3);
      const isPersistent = () => settled.size === 0;
      Object.assign(running, { isPersistent } satisfies Partial<SendFilesDependencies>);
      await start(1);
      assert.equal(sends().size, 1);
      return { told: runNotice(run).text, kept: 'the page that was sent; the others can be resumed' };
    },
  },
  onWiki('a run comes to a file that is just being published', /^The page was published\.$/, async (wiki) => {
    const folder = await temporaryFolder('pages');
    const records = openRecords(folder);
    const locks = new FileLocks();
    const [token, to] = [await tokenOf(wiki), destinationAt(wiki.importEndpoint)];
    let text = 'older';
    wiki.script({ do: 'stall' });
    const publishing = locks.withLock(one.uri, () =>
      publishOne(records, { file: one, to, content: text }, token.secret.reveal()),
    );
    await until('the request', () => wiki.stalled === 1);
    text = 'newer';
    const run = new Run([{ ...fileOf(0), file: one, destination: to }]);
    const content = () => Promise.resolve(toSend(text));
    const real = { send: realSend, now: Date.now, token: () => token, content, records, locks };
    const running = sendFiles(run, { ...stage(0).running, ...real }, 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(wiki.requests.length, 1, 'The run did not wait.');
    wiki.release();
    await Promise.all([publishing, running]);
    const { id, version, content: inWiki } = wiki.pages.pages.find(({ title }) => title === 'One') ?? {};
    assert.ok(id !== undefined && version === 2);
    assert.equal(inWiki, 'newer');
    await removeFolder(folder);
    return { told: runNotice(run).text, kept: 'the newer text' };
  }),
  {
    fault: 'a .wikiignore that is made to take for ever',
    where: 'services',
    tells: /^1 file$/,
    run: async () => {
      const startedAt = performance.now();
      const entries = (folder: string) =>
        Promise.resolve(
          folder.split('/').length <= 100
            ? ([
                ['.wikiignore', 1],
                ['a', 2],
              ] as const)
            : ([['a.md', 1]] as const),
        );
      const rules = () => Promise.resolve({ value: `${'**/a*/'.repeat(14)}b` });
      const found: string[] = [];
      const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
      for await (const file of findMarkdown(
        {
          entries,
          readRules: rules,
          join,
          repository: () => Promise.resolve(undefined),
          isHidden: () => false,
        },
        '',
      )) {
        found.push(file.path);
      }
      assert.ok(performance.now() - startedAt < 5000);
      return { told: `${found.length} file`, kept: 'the extension host, and the plan' };
    },
  },
  inFolder('a .gitignore that is a link to a device', /is a link to \/dev\/zero/, async (folder) => {
    await symlink('/dev/zero', path.join(folder, '.gitignore'));
    await writeFile(path.join(folder, 'a.md'), '');
    return { told: await toldOf(folder), kept: nothingSent };
  }),
  inFolder('a .gitignore that is a pipe', /is a folder, a device or a pipe/, async (folder) => {
    execFileSync('mkfifo', [path.join(folder, '.gitignore')]);
    await writeFile(path.join(folder, 'a.md'), '');
    return { told: await toldOf(folder), kept: nothingSent };
  }),
  inFolder('Markdown that is a link to a terminal', /is a link to \/dev\/ptmx/, async (folder) => {
    const file = path.join(folder, 'notes.md');
    await symlink('/dev/ptmx', file);
    const uri = { scheme: 'file', fsPath: file } as unknown as Uri;
    const { why } = await readNamedFile(readingIn(folder), uri, mostMarkdownBytes);
    return { told: why === undefined ? '' : unreadableText('notes.md', why), kept: nothingSent };
  }),
  inFolder('a .gitignore of 500 KB of short rules', /has more than 5,000 rules/, async (folder) => {
    const rules = Array.from({ length: 80_000 }, (_, at) => `r${at}\n`).join('');
    await writeFile(path.join(folder, '.gitignore'), rules);
    await writeFile(path.join(folder, 'a.md'), '');
    return { told: await toldOf(folder), kept: nothingSent };
  }),
  inFolder('a .gitignore of 2 MB', /is larger than 1 MB/, async (folder) => {
    await writeFile(path.join(folder, '.gitignore'), 'a\n'.repeat(1_000_000));
    return { told: await toldOf(folder), kept: nothingSent };
  }),
  {
    fault: '200,000 folders in the settings, and 100 documents',
    where: 'services',
    tells: /^100 places$/,
    run: () => {
      const folders = Object.fromEntries(
        Array.from({ length: 200_000 }, (_, at) => [`f${at}`, { parent: `${at}` }]),
      );
      const before = process.cpuUsage();
      const places = new Set(
        Array.from(
          { length: 100 },
          (_, at) => readPageSettings(configuration({ folders }), `f${at}/a.md`).defaults.parent,
        ),
      );
      assert.ok(process.cpuUsage(before).user < 500_000);
      return Promise.resolve({ told: `${places.size} places`, kept: 'the extension host' });
    },
  },
  {
    fault: 'an address that only looks like one of this computer',
    where: 'services',
    tells: /must start with https/,
    run: () => {
      const { problem = '' } = parseAddress('http://localhost.evil.example/x');
      return Promise.resolve({ told: problem, kept: 'the token: the address is not used' });
    },
  },
  onThread('three megabytes of list entries', /too many paragraphs/, async ({ read }) => {
    const page = await read('- a\n'.repeat(800_000));
    return { told: page?.problems[0]?.message ?? '', kept: nothingSent };
  }),
  onThread('front matter of 200 KB', /can’t be read: check line 3/, async ({ read }) => {
    const page = await read(`---\n${'a: [[[[[[\n'.repeat(20_000)}---\n`);
    return { told: page?.problems[0]?.message ?? '', kept: nothingSent };
  }),
  onThread(
    'front matter of 200 KB when a target is saved',
    /nothing was written to it/,
    async ({ pages }) => {
      const startedAt = performance.now();
      const text = `---\n${'a: [[[[[[\n'.repeat(20_000)}---\n`;
      const edit = await pages.writeTarget(text, { space: '1001', parent: '100102' });
      assert.ok(performance.now() - startedAt < 5000);
      return { told: edit?.problem ?? '', kept: 'the file, as it was' };
    },
  ),
  onThread(
    'a workspace turns the search for secrets off',
    /looks like .* Nothing was sent/,
    async ({ read }) => {
      const workspace = { problems: { secret: 'off' } };
      const { severities } = readPageSettings(configuration({}, { workspace }), 'a.md');
      const text = 'sk-aB3dE5gH7jK9mN1pT3BlbkFJ\n';
      const page = await read(text);
      assert.ok(page);
      const report = stopReport({ text, problems: page.problems, severities });
      return { told: report?.text ?? '', kept: nothingSent };
    },
  ),
  onThread('an export whose archive has names of 30,000 folders', /^nothing matches$/, async ({ pages }) => {
    const names = Array.from({ length: 50 }, (_, at) => `${'a/'.repeat(30_000)}${at}.md`);
    const archive = zipSync(Object.fromEntries(names.map((name) => [name, Buffer.of(1)])));
    const base64 = Buffer.from(archive).toString('base64');
    const found = await pages.unpack(base64, '*.md', { files: 1_000, bytes: 4_000_000 });
    assert.deepEqual(found, []);
    return { told: 'nothing matches', kept: 'the extension host' };
  }),
  onThread(
    'text that takes finders of secrets long, and a secret below',
    /looks like a token/,
    async ({ read }) => {
      const startedAt = performance.now();
      const page = await read(`${'eyJ-'.repeat(100_000)}\n\nsk-aB3dE5gH7jK9mN1pT3BlbkFJ\n`);
      assert.ok(performance.now() - startedAt < 5000);
      return {
        told: page?.problems[0]?.message ?? '',
        kept: 'the secret: the person is told before it is sent',
      };
    },
  ),
];
