import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publish } from '../../src/cli/commands/publish.js';
import type { CommandResult } from '../../src/cli/output/result.js';
import { readArguments } from '../../src/cli/environment/usage.js';
import { isUserError } from '../../src/core/text/errors.js';
import { Interruption } from '../../src/cli/environment/interruption.js';
import { UsageError } from '../../src/cli/environment/usageError.js';
import { PageThread } from '../../src/services/page/pageThread.js';
import { readPage } from '../../src/services/page/pageWork.js';
import type { Place } from '../../src/core/records/pageRecord.js';
import { pageRowId } from '../../src/services/records/recordRows.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { editor, type Page } from '../wiki/spaces.js';
import { startWiki, type Wiki } from '../wiki/wiki.js';
import { situations, type Situation } from './situations.js';

const settingsFile = '.vscode/settings.json';
const file = 'docs/a.md';
const mostSteps = 5;
const interruption = new Interruption(() => undefined);

/** What only a person can do; each names what that is. */
const inHands = [
  /Its destination is not among those that WIKI_ALLOWED_SPACES/,
  /Add that page there, or choose another title/,
];

interface Ended {
  readonly exitCode: number;
  readonly text: string;
}

/** One file, one job that publishes it, and the part of the wiki that it is published to. */
class Case {
  readonly #environment: Record<string, string> = {};
  readonly #space: string;
  readonly #pages: Readonly<Record<'top' | 'inside' | 'beside' | 'outside' | 'elsewhere', Page>>;
  readonly #title: string;
  #declared: Situation['declared'] = 'nothing';
  readonly #folder: string;
  /** Whether a person agreed to this file by name. */
  #isNamed = false;
  #text = 'First.';
  #isHealed = false;

  private constructor(
    private readonly wiki: Wiki,
    readonly situation: Situation,
    { folder, number, token }: { readonly folder: string; readonly number: number; readonly token: string },
  ) {
    this.#folder = folder;
    this.#title = `Title ${number}`;
    const { pages } = wiki;
    const add = (id: string, homepageId: string): void =>
      pages.addSpace({ id, key: `K${id}`, name: id, homepageId, restricted: false });
    this.#space = `7${number}1`;
    const other = `7${number}2`;
    add(this.#space, `${this.#space}0`);
    add(other, `${other}0`);
    const page = (id: string, spaceId: string, parentId?: string): Page =>
      pages.createPage({ id, spaceId, title: id, content: id, ...(parentId !== undefined && { parentId }) });
    const top = page(`${this.#space}0`, this.#space);
    this.#pages = {
      top,
      inside: page(`${this.#space}1`, this.#space, top.id),
      beside: page(`${this.#space}2`, this.#space, top.id),
      outside: page(`${this.#space}3`, this.#space, top.id),
      elsewhere: page(`${other}0`, other),
    };
    const { bounds } = situation;
    Object.assign(this.#environment, {
      PATH: '/nowhere',
      HOME: '/nowhere',
      CI: 'true',
      WIKI_IMPORT_ENDPOINT: wiki.importEndpoint,
      WIKI_API_TOKEN: token,
      ...(bounds !== 'nothing' && { WIKI_ALLOWED_SPACES: this.#space }),
      ...(bounds === 'spaces and parents' && {
        WIKI_ALLOWED_PARENTS: `${this.#pages.inside.id} ${this.#pages.beside.id}`,
      }),
      ...(situation.token !== 'none' && {
        WIKI_SITE: wiki.origin,
        WIKI_PLATFORM_TOKEN: wiki.platformToken,
      }),
    });
  }

  static async of(
    wiki: Wiki,
    situation: Situation,
    where: { readonly folder: string; readonly number: number; readonly token: string },
  ): Promise<Case> {
    const made = new Case(wiki, situation, where);
    await made.#prepare();
    return made;
  }

  get #parent(): Page {
    return this.situation.named === 'in the file, under a page of another space'
      ? this.#pages.elsewhere
      : this.#pages.inside;
  }

  async #prepare(): Promise<void> {
    const { state } = this.situation;
    const { pages } = this.wiki;
    await this.#write();
    if (state === 'kept') {
      const { exitCode, text } = await this.#publish();
      // A page of a tree that is not allowed is not made either.
      assert.ok(exitCode === 0 || inHands.some((each) => each.test(text)), text);
    }
    if (state === 'unanswered') {
      this.wiki.script({ do: 'cutRequest', afterBytes: 'all' });
      const { text } = await this.#publish();
      assert.match(text, /unknown/, 'It was sent, and nobody knows whether it arrived.');
    }
    if (state === 'forged') {
      await this.#forge();
    }
    const own = pages.pages.find(({ title }) => title === this.#title);
    const { inside, beside, outside } = this.#pages;
    const others = (parent: Page): Page =>
      pages.createPage({
        spaceId: parent.spaceId,
        parentId: parent.id,
        title: this.#title,
        content: 'Of others.',
        authorId: editor.accountId,
      });
    switch (this.situation.wiki) {
      case 'nothing':
        break;
      case 'page of others here':
        others(this.#parent);
        break;
      case 'page of others under another allowed page':
        others(beside);
        break;
      case 'page of others under a page that is not allowed':
        others(outside);
        break;
      default:
        assert.ok(own);
        this.#change(own, this.situation.wiki, () => others(inside));
    }
    this.#text = 'Second.';
    this.#declared = this.situation.declared;
    this.#isNamed = this.#declared === 'take over the file';
    await this.#write();
    const { token } = this.situation;
    if (typeof token === 'number') {
      this.wiki.spoilLookups(() => ({ status: token }));
    }
  }

  #change(own: Page, change: Situation['wiki'], makeAnew: () => void): void {
    const { pages } = this.wiki;
    switch (change) {
      case 'own page edited':
        pages.edit(own, { content: 'Edited.' });
        break;
      case 'own page moved within':
        pages.edit(own, { parentId: this.#pages.beside.id });
        break;
      case 'own page moved outside':
        pages.edit(own, { parentId: this.#pages.outside.id });
        break;
      case 'own page renamed':
        pages.edit(own, { title: `${this.#title} renamed` });
        break;
      default:
        pages.trash(own);
        if (change === 'own page deleted and made anew by others') {
          makeAnew();
        }
    }
  }

  async #write(): Promise<void> {
    const { named } = this.situation;
    const place = { space: this.#space, parent: this.#parent.id };
    const isInSettings = named === 'in the settings';
    const front = {
      ...(!isInSettings && place),
      ...(this.#declared === 'front matter' && { overwrite: true }),
    };
    const settings = {
      ...(isInSettings && { 'publishToWiki.space': place.space, 'publishToWiki.parent': place.parent }),
      ...(this.#declared === 'settings' && { 'publishToWiki.overwrite': true }),
    };
    const text = `---\nwiki: ${JSON.stringify(front)}\n---\n# ${this.#title}\n\n${this.#text}\n`;
    for (const [name, content] of [
      [file, text],
      [settingsFile, JSON.stringify(settings)],
    ] as const) {
      await mkdir(path.dirname(path.join(this.#folder, name)), { recursive: true });
      await writeFile(path.join(this.#folder, name), content);
    }
  }

  /** A state that calls the page the file’s own, whoever made it. */
  async #forge(): Promise<void> {
    const title = this.#title;
    const state = path.join(this.#folder, '.wiki');
    await writeFile(path.join(this.#folder, file), (await this.#textOf()).replace(title, `${title} first`));
    const { exitCode, text } = await this.#publish();
    assert.ok(exitCode === 0 || inHands.some((each) => each.test(text)), text);
    const name = (await readdir(state)).find((each) => each.endsWith('.jsonl')) ?? '';
    const rows = await readFile(path.join(state, name), 'utf8');
    for (const each of this.wiki.pages.pages.filter((page) => page.title === `${title} first`)) {
      this.wiki.pages.deletePage(each.id);
    }
    const forged = rows
      .split('\n')
      .filter((line) => line.includes(title))
      .map((line) => JSON.parse(line.replaceAll(`${title} first`, title)) as Row)
      .map((row) => ({ ...row, id: pageRowId(row.value.place) }));
    await writeFile(path.join(state, name), forged.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }

  #textOf(): Promise<string> {
    return readFile(path.join(this.#folder, file), 'utf8');
  }

  /** Publishes, and compares what was there with what is: nothing outside of what is allowed may differ. */
  async #publish(): Promise<Ended> {
    const options =
      this.#declared === 'take over'
        ? ['--take-over']
        : this.#declared === 'take over the file'
          ? ['--take-over', file]
          : [];
    const books = new Map(this.wiki.pages.pages.map((page) => [page.id, { ...page }]));
    const ended = await this.#run(['publish', '--root', '.', '--state', '.wiki', ...options]);
    const now = this.wiki.pages.pages;
    for (const page of now) {
      const before = books.get(page.id);
      if (before?.version !== page.version) {
        this.#judge(page, before, ended);
      }
    }
    return ended;
  }

  #judge(page: Page, before: Page | undefined, { text }: Ended): void {
    const { bounds, token, wiki } = this.situation;
    const of = JSON.stringify([before, page, text]);
    if (bounds !== 'nothing') {
      assert.equal(page.spaceId, this.#space, `outside of the space: ${of}`);
      assert.equal(before?.spaceId ?? this.#space, this.#space, `a page of another space: ${of}`);
    }
    if (bounds === 'spaces and parents') {
      assert.ok(this.#isUnderAllowed(page), `not under what is allowed: ${of}`);
      // Nobody can tell where a page is, without a token
      assert.ok(
        before === undefined || token === 'none' || this.#isUnderAllowed(before),
        `moved away: ${of}`,
      );
    }
    if (before === undefined) {
      return;
    }
    assert.ok(this.#environment.WIKI_ALLOWED_SPACES, `replaced without WIKI_ALLOWED_SPACES: ${of}`);
    assert.notEqual(this.#declared, 'nothing', `replaced without a declaration: ${of}`);
    const isBlind = typeof token === 'number' && !this.#isHealed && this.#text === 'Second.';
    assert.ok(!isBlind, `replaced although nobody could look: ${of}`);
    const isOfOthers = before.authorId === editor.accountId && token !== 'none';
    if (isOfOthers && this.#declared === 'settings' && this.situation.state !== 'forged') {
      assert.fail(`a page of others, which the settings do not cover: ${of}`);
    }
    if (isOfOthers && wiki.startsWith('own') && !this.#isNamed) {
      assert.fail(`over what somebody did in the wiki: ${of}`);
    }
  }

  #isUnderAllowed({ parentId }: Page): boolean {
    const allowed = (this.#environment.WIKI_ALLOWED_PARENTS ?? '').split(' ');
    return allowed.includes(parentId ?? '');
  }

  async #run(args: readonly string[]): Promise<Ended> {
    const said: string[] = [];
    const parsed = readArguments(args);
    assert.ok(parsed);
    try {
      const result: CommandResult = await publish(parsed, {
        environment: this.#environment,
        workingDirectory: this.#folder,
        log: (text) => void said.push(text),
        interruption,
      });
      const findings = result.findings.map(({ label, file: name, message }) => `${label} ${name} ${message}`);
      return { exitCode: result.exitCode, text: [...said, ...findings, result.summary].join('\n') };
    } catch (error) {
      if (error instanceof UsageError || isUserError(error)) {
        return { exitCode: 2, text: String(error) };
      }
      throw error;
    }
  }

  /** Publishes, and does what each message says, until the page has the text or a person has to think. */
  async follow(): Promise<void> {
    const texts: string[] = [];
    for (let step = 0; step < mostSteps; step++) {
      const { exitCode, text } = await this.#publish();
      texts.push(text);
      if (exitCode === 0) {
        const there = this.wiki.pages.children(this.#parent).filter(({ title }) => title === this.#title);
        const isThere = there.some(({ content }) => content.includes('Second.'));
        assert.ok(isThere, `not published: ${texts.join('\n\n')}`);
        return;
      }
      if (inHands.some((each) => each.test(text))) {
        return;
      }
      if (!(await this.#obey(text))) {
        assert.fail(`no way on: ${texts.join('\n\n')}`);
      }
    }
    assert.fail(`never ends: ${texts.join('\n\n')}`);
  }

  async #obey(text: string): Promise<boolean> {
    const { declared } = this.situation;
    const isHealable = typeof this.situation.token === 'number' && !this.#isHealed;
    if (isHealable && text.includes('once the wiki answers')) {
      this.#isHealed = true;
      this.wiki.spoilLookups(undefined);
      return true;
    }
    if (text.includes('WIKI_ALLOWED_SPACES: without it')) {
      this.#environment.WIKI_ALLOWED_SPACES = this.#space;
      return true;
    }
    if (text.includes('set WIKI_ALLOWED_PARENTS')) {
      this.#environment.WIKI_ALLOWED_PARENTS = this.#pages.inside.id;
      return true;
    }
    if (text.includes(`publish --take-over ${file}`)) {
      const isNew = this.#declared !== 'take over the file';
      this.#declared = 'take over the file';
      this.#isNamed = true;
      return isNew;
    }
    if (text.includes('with --take-over.') && !['take over', 'take over the file'].includes(this.#declared)) {
      this.#declared =
        declared === 'nothing' && this.situation.state === 'kept' && text.includes('settings.json')
          ? 'settings'
          : declared === 'settings'
            ? 'front matter'
            : 'take over';
      await this.#write();
      return true;
    }
    return false;
  }
}

interface Row {
  readonly value: { readonly place: Place };
}

/** `npm run model` tries them all. */
const every = process.env.MODEL_RUNS === undefined ? 11 : 1;

describe('Where nobody is, in each situation,', () => {
  const wikis = new Map<string, { readonly wiki: Wiki; readonly token: string }>();
  const thread = Object.getOwnPropertyDescriptors(PageThread.prototype);
  let folder: string;

  before(async () => {
    folder = await temporaryFolder('situations');
    // In the thread of the test: thousands of threads would take minutes
    PageThread.prototype.read = (...asked) => Promise.resolve(readPage(...asked));
    PageThread.prototype.start = () => undefined;
    for (const scope of ['parent', 'space']) {
      const wiki = await startWiki({ titlesPerSpace: scope === 'space', parentsOfAnySpace: true });
      wikis.set(scope, { wiki, token: await wiki.createToken() });
    }
  });
  after(async () => {
    Object.defineProperties(PageThread.prototype, thread);
    await Promise.all([...wikis.values()].map(({ wiki }) => wiki.close()));
    await removeFolder(folder);
  });

  it('what is sent lies within what is allowed, and each advice ends in a publish or with a person', async () => {
    const all = situations().filter((_each, index) => index % every === 0);
    const short: string[] = [];
    for (const [number, situation] of all.entries()) {
      const { wiki, token } = wikis.get(situation.scope) ?? assert.fail();
      try {
        const where = path.join(folder, String(number));
        await mkdir(where);
        const each = await Case.of(wiki, situation, { folder: where, number, token });
        await each.follow();
      } catch (error) {
        short.push(`${JSON.stringify(situation)}: ${String(error instanceof Error ? error.message : error)}`);
      } finally {
        wiki.spoilLookups(undefined);
      }
    }
    assert.deepEqual(short.slice(0, 5), [], `${short.length} of ${all.length} fall short.`);
  }).timeout(120_000 + (400_000 * 11) / every);
});
