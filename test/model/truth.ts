import assert from 'node:assert/strict';
import type { Send } from '../../src/core/network/http.js';
import { Secret } from '../../src/core/text/secret.js';
import { PagesInWiki } from '../../src/services/wiki/pagesInWiki.js';
import type { PageRecords } from '../../src/services/records/pageRecords.js';
import { Lookups } from '../../src/services/wiki/lookups.js';
import type { Said } from './person.js';
import { PlatformTokens } from '../../src/services/connection/platformTokens.js';
import { MemorySecrets } from '../services/fakes.js';
import { realSend } from '../services/records/publishing.js';
import type { Wiki } from '../wiki/wiki.js';
import { WorkingFolders, type Source } from './workingFolders.js';

/** What becomes of the sends of one publish. */
export type Fate =
  | 'answered'
  | 'refused'
  | 'failing'
  | 'offline'
  /** The wiki took it, and the answer is lost. */
  | 'answer lost'
  | 'request lost'
  /** The window dies, after the wiki took it or before. */
  | 'dies after'
  | 'dies before';

export const fates: readonly Fate[] = [
  'answered',
  'refused',
  'failing',
  'offline',
  'answer lost',
  'request lost',
  'dies after',
  'dies before',
];

interface Page {
  readonly space: string;
  readonly parent: string;
  readonly title: string;
}

interface Body {
  readonly spaceId: string;
  readonly parentId: string;
  readonly pageTitle: string;
}

export interface Sent {
  /** Whose text it is. */
  readonly document: number;
  /** A document that is gone, whose page the file goes on with. */
  readonly heirOf?: number | undefined;
  readonly source: Source;
  /** The parent that the file or its settings name. */
  readonly named: string | undefined;
  /** What the person answered; undefined when nobody was asked. */
  readonly said: Said | undefined;
  /** How many pages had been sent when they answered, where that was before an earlier run. */
  readonly answeredAt?: number | undefined;
  readonly job?: JobSent | undefined;
}

export type Covers = 'nothing' | 'its own' | 'all';

/** A run where nobody is. */
interface JobSent {
  readonly path: string;
  /** The pages that it may replace. */
  readonly covers: Covers;
  /** Whether what somebody did to the page since the last run holds it back. */
  readonly isHeldBack: boolean;
}

/** The sends of windows that died. */
const unanswered: ((never: never) => void)[] = [];

/** What is in the wiki, and who made it: watched from outside. */
export class Truth {
  /** By page: the document that made it; undefined for another person’s. */
  readonly #makers = new Map<string, number | undefined>();
  /** The pages that the person said a document is to make: a try that failed may be made again. */
  readonly #asked = new Set<string>();
  /** The pages that the person agreed to replace with a document, by what was sent or refused. */
  readonly #agreed = new Set<string>();
  /** Pages that somebody edited in the wiki since. */
  readonly #edited = new Set<string>();
  readonly #folders = new WorkingFolders();
  /** What was sent so far, whatever came of it. */
  readonly #tried = new Set<string>();
  /** Of each document, the texts that reached the wiki. */
  readonly #sent = new Map<number, Set<string>>();
  /** By page, the file that a job published there last; and the pages that others changed since, or the job did. */
  readonly #byJob = new Map<string, string>();
  readonly #sinceJob = new Set<string>();
  readonly #overDesk = new Set<string>();
  readonly #broken: string[] = [];
  /** When each page was sent last. */
  readonly #sentAt = new Map<string, number>();
  /** How many pages were sent so far. */
  sends = 0;
  readonly connection;

  constructor(
    private readonly wiki: Wiki,
    /** Whether a title is one page in a space. */
    private readonly titlesPerSpace: boolean,
    /** Whether pages are looked up; otherwise nobody here can know of an edit in the wiki. */
    private readonly isLookedUp: boolean,
    /** Whether the files of a document are gone: who agreed to update its page has it from then on. */
    private readonly isGone: (document: number) => boolean,
    /** Whether no file has this path. */
    private readonly isFree: (path: string) => boolean,
  ) {
    this.connection = { name: 'wiki', endpoint: wiki.importEndpoint };
  }

  /** Another person makes a page. */
  makeForeign({ space, parent, title }: Page): void {
    if (this.#find({ space, parent, title }) === undefined) {
      this.wiki.pages.createPage({ spaceId: space, parentId: parent, title, content: 'By somebody else.' });
      this.#makers.set(this.#keyOf({ space, parent, title }), undefined);
    }
  }

  /** What looks at the wiki, if there is a platform token. */
  look(records: PageRecords): { readonly lookups: Lookups; readonly inWiki: PagesInWiki } {
    const tokens = new PlatformTokens(new MemorySecrets(), () => undefined);
    if (this.isLookedUp) {
      void tokens.store(this.wiki.origin, { secret: new Secret(this.wiki.platformToken) });
    }
    const lookups = new Lookups({
      send: realSend,
      tokens,
      sites: { of: () => this.wiki.origin },
      spaceKey: () => undefined,
      log: () => undefined,
    });
    return { lookups, inWiki: new PagesInWiki({ lookups, records, failed: () => undefined }) };
  }

  /** Another person edits a page in the wiki. */
  edit(at: Page): void {
    const page = this.#find(at);
    if (page !== undefined) {
      this.wiki.pages.edit(page, { content: `By somebody else, version ${page.version + 1}.` });
      this.#edited.add(this.#keyOf(at));
      this.#sinceJob.add(this.#keyOf(at));
    }
  }

  isEdited(page: Page): boolean {
    return this.#edited.has(this.#keyOf(page)) || this.#overDesk.has(this.#keyOf(page));
  }

  contentOf(page: Page): string | undefined {
    return this.#find(page)?.content;
  }

  hasSent(document: number, contents: readonly string[]): boolean {
    return contents.some((content) => this.#sent.get(document)?.has(content));
  }

  check(): void {
    assert.deepEqual(this.#broken, []);
    for (const page of this.wiki.pages.pages.filter(({ id }) => Number(id) >= 200_001)) {
      const { spaceId: space, parentId: parent = '', title } = page;
      assert.ok(this.#makers.has(this.#keyOf({ space, parent, title })), `Nobody asked for “${title}”.`);
    }
  }

  clear(): void {
    for (const { id } of this.wiki.pages.pages.filter((page) => Number(page.id) >= 200_001)) {
      this.wiki.pages.deletePage(id);
    }
  }

  /** `during`: what happens before the answer is here. */
  send(
    fate: Fate,
    sent: () => Sent,
    during: () => Promise<void> = () => Promise.resolve(),
  ): { readonly send: Send; readonly died: Promise<undefined> } {
    const died = Promise.withResolvers<undefined>();
    const never = (): Promise<never> => {
      died.resolve(undefined);
      // Kept, or else the files that it has open would be closed with a warning
      return new Promise((resolve) => unanswered.push(resolve));
    };
    const send: Send = async (request, options) => {
      const { spaceId, parentId, pageTitle } = JSON.parse(request.body ?? '') as Body;
      const page = { space: spaceId, parent: parentId, title: pageTitle };
      const now = sent();
      const { document, said, job } = now;
      if (said !== undefined) {
        this.#asked.add(`${document} ${this.#keyOf(page)}`);
      }
      if (said?.replaces === true) {
        this.#agreed.add(`${document} ${this.#keyOf(page)}`);
      }
      switch (fate) {
        case 'offline':
          return { kind: 'notSent', reason: 'unreachable', code: 'ENETUNREACH' };
        case 'dies before':
          return never();
        case 'refused':
          this.wiki.script({ do: 'answer', status: 400, body: '{"body":"No."}' });
          break;
        case 'failing':
          this.wiki.script({ do: 'answer', status: 500, body: '{"body":"Later."}' });
          break;
        case 'answer lost':
          this.wiki.script({ do: 'cutAnswer', afterBytes: 0 });
          break;
        case 'request lost':
          this.wiki.script({ do: 'cutRequest', afterBytes: 'all' });
          break;
        case 'answered':
        case 'dies after':
          break;
      }
      const before = this.#find(page);
      const [was, parent] = [before?.version, before?.parentId];
      const exchange = await realSend(request, options);
      const isDone = was !== this.#find(page)?.version;
      if (isDone && job === undefined) {
        this.#watch(page, now, parent);
      } else if (isDone && job !== undefined) {
        this.#watchJob(page, job, now, was === undefined);
      }
      this.#tried.add(`${document} ${this.#keyOf(page)}`);
      await during();
      return fate === 'dies after' ? never() : exchange;
    };
    return { send, died: died.promise };
  }

  /** `parent`: of the page that was there; undefined where there was none. */
  #watch(page: Page, sent: Sent, parent: string | undefined): void {
    const { document, heirOf, said, answeredAt = Infinity, named, source } = sent;
    const isNew = parent === undefined;
    const isTold = said?.change?.startsWith('conflict') === true;
    const key = this.#keyOf(page);
    const isAsked = this.#asked.has(`${document} ${key}`);
    if (isNew && !isAsked && [...this.#makers.values()].includes(document)) {
      this.#broken.push(`A second page, “${page.title}”, was made without a question.`);
    }
    if (isNew && !isAsked && page.parent !== named && !this.#tried.has(`${document} ${key}`)) {
      this.#broken.push(`“${page.title}” was made under a page that nothing names any more.`);
    }
    const maker = this.#makers.get(key);
    const isOwn = maker === document || (maker !== undefined && maker === heirOf);
    if (!isNew && said?.replaces !== true) {
      this.#broken.push(...this.#folders.unasked(key, page, sent, isOwn));
    }
    const isHeir = maker !== undefined && this.isGone(maker) && this.#agreed.has(`${document} ${key}`);
    const isClone = this.#folders.isSame(key, source);
    if (!isNew && !isOwn && !isClone && said?.replaces !== true && !isTold && !isHeir) {
      this.#broken.push(`“${page.title}”, which is not its own, was replaced without a question.`);
    }
    const isKept = said?.replaces === true && (this.#sentAt.get(key) ?? 0) > answeredAt;
    if (!isNew && maker !== document && isKept && !isTold) {
      this.#broken.push(`“${page.title}” was replaced with an answer from before it was another file’s.`);
    }
    // Of a page that a job made or moved, the desk knows as little as of another person's.
    const isKnown = maker !== undefined && maker > 0 && !this.#overDesk.has(key);
    if (!isNew && parent !== page.parent && isKnown && maker !== document && !isClone && !isTold) {
      this.#broken.push(`“${page.title}” was taken from another file without a word about that.`);
    }
    if (
      !isNew &&
      this.isLookedUp &&
      this.#edited.has(key) &&
      said?.change === undefined &&
      said?.replaces !== true
    ) {
      this.#broken.push(`An edit of “${page.title}” was overwritten without a question.`);
    }
    this.#edited.delete(key);
    this.#overDesk.delete(key);
    this.#sinceJob.add(key);
    this.#makers.set(key, document);
    this.#folders.published(key, source);
    this.#sentAt.set(key, ++this.sends);
    this.#sent.set(document, (this.#sent.get(document) ?? new Set()).add(this.contentOf(page) ?? ''));
  }

  /** The document has another path from now on. */
  moves(document: number, source: Source): void {
    const own = [...this.#makers].filter(([, maker]) => maker === document);
    own.forEach(([key]) => this.#folders.moved(key, source));
  }

  #watchJob(
    page: Page,
    { path, covers, isHeldBack }: JobSent,
    { document, named }: Sent,
    isNew: boolean,
  ): void {
    if (page.parent !== named) {
      this.#broken.push(`A job published “${page.title}” under a page that nothing names.`);
    }
    const key = this.#keyOf(page);
    const maker = this.#byJob.get(key);
    const isOwn = maker !== undefined && (maker === path || this.isFree(maker));
    if (!isNew && (covers === 'nothing' || (covers === 'its own' && !isOwn))) {
      this.#broken.push(`A job replaced “${page.title}”, which nothing covers: ${covers}.`);
    }
    if (!isNew && this.isLookedUp && isHeldBack && this.#sinceJob.has(key)) {
      this.#broken.push(`A job replaced “${page.title}”, which somebody changed since.`);
    }
    // The desk knows nothing of it
    this.#makers.set(key, isNew ? -document : this.#makers.get(key));
    this.#overDesk.add(key);
    this.#byJob.set(key, path);
    this.#sinceJob.delete(key);
  }

  #find({ space, parent, title }: Page) {
    const { pages } = this.wiki;
    return this.titlesPerSpace ? pages.findTitled(space, title) : pages.findPage(space, parent, title);
  }

  #keyOf({ space, parent, title }: Page): string {
    return JSON.stringify([space, this.titlesPerSpace ? '' : parent, title]);
  }
}
