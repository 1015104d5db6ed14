import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { Attempt, FileIdentity, PageRecord, Place, SuggestedPlace } from './pageRecord';
import { targetNow, type Remembered } from './remembered';
import { parseParent, parseSpace, parseTitle, samePage, type Target } from '../wiki/target';

/** The workspace's defaults: `publishToWiki.space`, `.parent` and `.overwrite`. */
export interface Defaults {
  readonly space?: string;
  readonly parent?: string;
  readonly overwrite?: boolean;
}

/** Reads the settings; what can't be used counts as not given. */
export function readDefaults(space: unknown, parent: unknown, overwrite: unknown): Defaults {
  const read = {
    space: typeof space === 'string' ? parseSpace(space).value : undefined,
    parent: typeof parent === 'string' ? parseParent(parent).value : undefined,
    overwrite: typeof overwrite === 'boolean' ? overwrite : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Where one send goes: from the decision to the record one value. */
export interface Destination {
  readonly endpoint: string;
  readonly target: Target;
  /** What the document suggested: what differs from it was chosen by the person. */
  readonly suggestedTitle: string;
  readonly suggestedPlace: SuggestedPlace;
}

/** What the person chose for this publish: in a prompt, in a row of the plan, with a button. */
export type Chosen = Partial<Target & { readonly endpoint: string }>;

export interface DecideInput {
  readonly document: {
    readonly frontMatter: FrontMatter;
    /** What the text suggests, the front matter's title first. */
    readonly title: string;
    /** Of what is sent under a title: a heading that says the same is not. */
    readonly hashUnder: (title: string) => string;
  };
  readonly file: FileIdentity;
  /** The file's pages, at all connections; the latest first. */
  readonly own: readonly PageRecord[];
  /** The record of a page, whichever file made it. */
  readonly at: (place: Place) => PageRecord | undefined;
  readonly attempt?: Attempt | undefined;
  readonly defaults: Defaults;
  readonly connections: readonly Connection[];
  readonly chosen?: Chosen | undefined;
}

/** Where a value came from; in this order one wins over the next, and a failed attempt only fills in prompts. */
export type Origin = 'chosen' | 'frontMatter' | 'record' | 'setting' | 'attempt' | 'text';

/** What a publish would do to the wiki, as far as the records tell. */
export type Change =
  /** No page of this file, and none that it would replace. */
  | { readonly kind: 'new' }
  /** The file's own page. `unknown`: a send of it had no answer that tells, so that nobody knows the wiki's text. */
  | { readonly kind: 'changed' | 'unchanged' | 'unknown'; readonly record: PageRecord }
  /** The file has a page, and this is not it: that one would stay, and a second one be made. */
  | { readonly kind: 'retitled' | 'moved'; readonly from: PageRecord }
  /** Another file made the page. */
  | { readonly kind: 'claimed'; readonly by: FileIdentity }
  /** File or setting ask to replace what is there, and the person never said so for this page. */
  | { readonly kind: 'foreign' };

/** An answer to a question: decide again with it. */
export interface Choice {
  /** `keep`: the page that the file made. `stop`: leaves alone what is there. `replace`: whatever is there. */
  readonly does: 'keep' | 'stop' | 'replace';
  readonly chosen: Target & { readonly endpoint: string };
}

/** What has to be asked before anything is sent; where nobody can be asked, nothing is. */
export type Question =
  /** `named`: by the front matter, and there is none of that name. */
  | { readonly kind: 'connection'; readonly named?: string | undefined }
  /** `tried`: whole where the last attempt, which failed, fills in what is missing. */
  | {
      readonly kind: 'target';
      readonly missing: readonly ('space' | 'parent' | 'title')[];
      readonly tried?: Target | undefined;
    }
  /** The first choice is the safe one: it harms no page and makes none twice. */
  | {
      readonly kind: 'retitled' | 'moved' | 'claimed' | 'foreign';
      readonly choices: readonly [Choice, ...Choice[]];
    };

export interface Decision {
  readonly connection: Connection | undefined;
  /** Whole when nothing is missing. It overwrites only what is the file's own, or what the person chose to. */
  readonly target: Target | undefined;
  /** What prompts are filled in with. */
  readonly known: Partial<Target>;
  /** `overwrite` has none where neither a person nor a page of the file's own says it. */
  readonly origins: Partial<Record<'connection' | keyof Target, Origin>>;
  readonly change: Change;
  /** Empty when it can be sent without a word. */
  readonly questions: readonly Question[];
}

export interface Known {
  readonly frontMatter: FrontMatter;
  /** Of this file at this connection. */
  readonly remembered: Remembered | undefined;
  readonly defaults: Defaults;
  /** What the text suggests. */
  readonly title: string;
}

/** Where a page goes, as far as that is known. */
export interface TargetDecision {
  /** Whole when nothing is missing. */
  readonly target: Target | undefined;
  readonly known: Partial<Target>;
  readonly missing: readonly ('space' | 'parent' | 'title')[];
  /** The front matter names the place: nobody needs to be asked. */
  readonly named: boolean;
  /** A page that this file did not make would be overwritten, and the person never said so for this file. */
  readonly foreign: boolean;
}

/** Front matter, then what is remembered, then the workspace's defaults; what is missing has to be asked. */
export function decideTarget({ frontMatter, remembered, defaults, title }: Known): TargetDecision {
  const before = remembered && targetNow(remembered, title);
  const space = frontMatter.space ?? before?.space ?? defaults.space;
  const parent = frontMatter.parent ?? before?.parent ?? defaults.parent;
  const named = frontMatter.title ?? before?.title ?? title;
  const known = { ...(space && { space }), ...(parent && { parent }), title: named };
  const missing = (['space', 'parent'] as const).filter((part) => known[part] === undefined);
  const place = {
    named: frontMatter.space !== undefined && frontMatter.parent !== undefined,
    foreign: false,
  };
  const titled = parseTitle(named);
  if (space === undefined || parent === undefined || titled.problem !== undefined) {
    return {
      ...place,
      target: undefined,
      known: before === undefined ? known : { ...known, overwrite: before.overwrite },
      missing: titled.problem === undefined ? missing : [...missing, 'title'],
    };
  }
  const page = { space, parent, title: titled.value, overwrite: false };
  // Only for the same page does it count what was said of overwriting
  const said = before !== undefined && samePage(before, page) ? before.overwrite : undefined;
  const overwrite = frontMatter.overwrite ?? said ?? defaults.overwrite ?? false;
  const target = { ...page, overwrite };
  return { ...place, target, known: target, missing, foreign: overwrite && said !== true };
}

/** The connection that a page goes through without a question; undefined when one has to be picked. */
export function decideConnection(
  { connection }: FrontMatter,
  remembered: Remembered | undefined,
  connections: readonly Connection[],
): Connection | undefined {
  return (
    connections.find(({ name }) => name === connection) ??
    connections.find(({ endpoint }) => endpoint === remembered?.endpoint) ??
    (connections.length === 1 ? connections[0] : undefined)
  );
}
