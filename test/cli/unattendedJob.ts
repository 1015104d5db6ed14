import assert from 'node:assert/strict';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runGit } from '../host/git.js';
import { guides } from '../ui/steps.js';
import type { Page } from '../wiki/spaces.js';
import type { WikiOptions } from '../wiki/wiki.js';
import { Forge } from './forge.js';
import { Terminal, type Said } from './terminal.js';

const settings = '.vscode/settings.json';
/** Lets files update the pages that the state knows as their own. */
export const updating = { [settings]: JSON.stringify({ 'publishToWiki.overwrite': true }) };

export const page = (title: string, text = `About ${title}.`): string =>
  `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# ${title}\n\n${text}\n`;

/** A job that publishes each commit of a repository, where nobody is, and keeps a state from run to run. */
export class UnattendedJob {
  readonly #others: ReadonlyMap<string, Page>;
  /** The states that caches keep, by name. */
  readonly #caches: string;

  private constructor(
    readonly terminal: Terminal,
    readonly forge: Forge,
  ) {
    const { pages } = terminal.wiki;
    pages.createPage({
      spaceId: guides.space,
      parentId: guides.parent,
      title: 'Theirs',
      content: 'Of others.',
    });
    this.#others = new Map(pages.pages.map((each) => [each.id, { ...each }]));
    this.#caches = path.join(terminal.temporary, 'caches');
  }

  static async open(files: Readonly<Record<string, string>>, options?: WikiOptions): Promise<UnattendedJob> {
    const terminal = await Terminal.open({ '.gitignore': '.wiki*\n', ...files }, options);
    const job = new UnattendedJob(terminal, await Forge.open());
    Object.assign(terminal.environment, {
      CI: 'true',
      WIKI_ALLOWED_SPACES: guides.space,
      WIKI_ALLOWED_PARENTS: `${guides.parent} 100103`,
      GIT_SSL_CAINFO: job.forge.certificate,
    });
    job.git('remote', 'add', 'origin', `${job.forge.origin}/team/docs.git`);
    job.commit();
    return job;
  }

  /** Closes all; what others made has to be as it was. */
  async close(): Promise<void> {
    try {
      for (const [id, before] of this.#others) {
        assert.deepEqual(this.terminal.wiki.pages.anyPage(id), before);
      }
    } finally {
      await Promise.all([this.terminal.close(), this.forge.close()]);
    }
  }

  git(...args: readonly string[]): string {
    return runGit(this.terminal.folder, ...args).trim();
  }

  /** Commits what is in the folder, as somebody pushes it. */
  commit(): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'Change');
    this.forge.push(this.terminal.folder, 'main');
    return this.git('rev-parse', 'HEAD');
  }

  async push(files: Readonly<Record<string, string>>): Promise<string> {
    await this.terminal.write(files);
    return this.commit();
  }

  textOf(file: string): Promise<string> {
    return readFile(path.join(this.terminal.folder, file), 'utf8');
  }

  publish(...args: readonly string[]): Promise<Said> {
    return this.terminal.run('publish', '--state', '.wiki', ...args);
  }

  async succeed(...args: readonly string[]): Promise<void> {
    const { exitCode, out, err } = await this.publish(...args);
    assert.equal(exitCode, 0, out + err);
    assert.doesNotMatch(err, /can’t be read/, 'A job reads the whole state of the one before.');
  }

  /** Kills a publish after the wiki made the page, and before it answers. */
  async kill(): Promise<void> {
    const { wiki } = this.terminal;
    wiki.script({ do: 'stall', processed: true });
    const killed = this.terminal.begin(['publish', '--state', '.wiki']);
    while (wiki.stalled === 0) {
      await delay(10);
    }
    killed.signal('SIGKILL');
    await killed.ended;
    wiki.release();
  }

  /** The cache is evicted. */
  async evict(): Promise<void> {
    await rm(path.join(this.terminal.folder, '.wiki'), { recursive: true });
  }

  async save(cache: string): Promise<void> {
    await cp(path.join(this.terminal.folder, '.wiki'), path.join(this.#caches, cache), { recursive: true });
  }

  async restore(cache: string): Promise<void> {
    await rm(path.join(this.terminal.folder, '.wiki'), { recursive: true, force: true });
    await cp(path.join(this.#caches, cache), path.join(this.terminal.folder, '.wiki'), { recursive: true });
  }

  withPlatformToken(): void {
    const { environment, wiki } = this.terminal;
    Object.assign(environment, { WIKI_SITE: wiki.origin, WIKI_PLATFORM_TOKEN: wiki.platformToken });
  }

  /** Titles of the pages that were sent, in order. */
  get sent(): readonly string[] {
    return this.terminal.wiki.requests.map(
      ({ body }) => (JSON.parse(body.toString()) as { pageTitle: string }).pageTitle,
    );
  }

  find(title: string, parent = guides.parent): Page | undefined {
    return this.terminal.wiki.pages.findPage(guides.space, parent, title);
  }

  holds(title: string, text: string): void {
    assert.equal(this.find(title)?.content.includes(text), true, `${title}: ${this.find(title)?.content}`);
  }

  /** The titles of the pages that this repository made. */
  get made(): readonly string[] {
    const { pages } = this.terminal.wiki.pages;
    return pages
      .filter(({ id }) => !this.#others.has(id))
      .map(({ title }) => title)
      .sort();
  }

  /** Follows the advice of a publish that needs somebody, as its output has it; that has to be the end of it. */
  async follow(said: Said, advice: keyof typeof advices): Promise<void> {
    const { exitCode, out, err } = await this.followed(said, advice);
    assert.equal(exitCode, 0, out + err);
  }

  /** Follows an advice, and returns what the next publish says. */
  async followed(said: Said, advice: keyof typeof advices, ...options: readonly string[]): Promise<Said> {
    assert.notEqual(said.exitCode, 0, said.out);
    const found = advices[advice].exec(said.out + said.err);
    assert.ok(found, `${advice} is not advised: ${said.out}${said.err}`);
    const { file = '', command = '' } = found.groups ?? {};
    switch (advice) {
      case 'front matter': {
        const text = await this.textOf(file);
        await this.push({ [file]: text.replace(' }', ', overwrite: true }') });
        return this.publish(...options);
      }
      case 'settings':
        await this.push({ [settings]: `{ ${command} }` });
        return this.publish(...options);
      default:
        return this.publish(...options, ...command.split(' '));
    }
  }
}

const advices = {
  'front matter': / {2}(?<file>docs\/\S+\.md) .* write “overwrite: true” in its front matter/,
  settings: /or (?<command>"publishToWiki\.overwrite": true) in \.vscode\/settings\.json/,
  'take over': /or publish it with (?<command>--take-over)\./,
  'take over the file': /publish (?<command>--take-over docs\/\S+)/,
  'allow older': /[Ss]ay (?<command>--allow-older)/,
} as const;
