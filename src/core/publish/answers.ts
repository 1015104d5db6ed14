import type { Place, PlannedPlace } from '../records/pageRecord';
import type { TitleScope } from '../wiki/target';
import type { ParentFile } from './tree';

/**
 * `keep` publishes to the file’s page where it is, `move` moves it; `stop` replaces no page that is there, `replace`
 * does. `anyway`: in spite of what the person was told.
 */
export type Choice = 'keep' | 'move' | 'stop' | 'replace' | 'anyway';

/** What a person is asked, as they see it. */
export interface Asking {
  /** Whatever of it changes takes the answer back. */
  readonly key: string;
  /** What may become less, but not more: problems, or sends to the page by other documents, clones or worktrees. */
  readonly shown: readonly string[];
  /** The answer is about what is in the wiki, and counts for one send alone. */
  readonly isOnce?: boolean;
}

interface Agreement extends Omit<Asking, 'key'> {
  readonly choice: Choice;
}

/** What a person said about one document. */
export interface Answers {
  /** Typed, or taken from a list: it wins over front matter, records and settings. */
  readonly place?: Partial<Place> | undefined;
  /** By the keys of what was asked. */
  readonly agreed?: ReadonlyMap<string, Agreement> | undefined;
}

export function hasSeenAll(now: readonly string[] | undefined, seen: readonly string[] | undefined): boolean {
  return (now ?? []).every((each) => seen?.includes(each));
}

/** Undefined also if what the person saw is not what is there now. */
export function answerTo({ key, shown }: Asking, { agreed }: Answers): Choice | undefined {
  const given = agreed?.get(key);
  return hasSeenAll(shown, given?.shown) ? given?.choice : undefined;
}

export function agree(answers: Answers, { key, ...seen }: Asking, choice: Choice): Answers {
  return { ...answers, agreed: new Map(answers.agreed).set(key, { ...seen, choice }) };
}

/** `keys`: of what is to be asked again. */
export function withdraw({ place, agreed }: Answers, keys: readonly string[] = []): Answers {
  return { place, agreed: new Map([...(agreed ?? [])].filter(([key]) => !keys.includes(key))) };
}

/** `later` wins. */
export function mergedAnswers(before: Answers = {}, later: Answers = {}): Answers {
  return {
    place: { ...before.place, ...later.place },
    agreed: new Map([...(before.agreed ?? []), ...(later.agreed ?? [])]),
  };
}

export function draftAsking(entry: string): Asking {
  return { key: JSON.stringify(['draft', entry]), shown: [] };
}

const problemsKey = 'problems';

/** `keys`: of the problems with which the person may publish. */
export function problemsAsking(keys: readonly string[]): Asking {
  return { key: problemsKey, shown: keys };
}

/** That this text is sent again, which the page has already. */
export function unchangedAsking(page: Asking): Asking {
  return askingBeside(page, 'unchanged');
}

/** The keys of the problems with which the person publishes; undefined if they were not asked. */
export function acceptedIn({ agreed }: Answers): readonly string[] | undefined {
  return agreed?.get(problemsKey)?.shown;
}

/** What counts for the next send of the file, too. */
export function afterSend({ place, agreed = new Map() }: Answers): Answers {
  return { place, agreed: new Map([...agreed].filter(([, { isOnce }]) => isOnce !== true)) };
}

/**
 * `parentFile`: a page of the tree counts as its file, since its ID may become known later. `isOwn`: whether the file’s
 * own page is there. `sends`: those of others to the page.
 */
export function pageAsking(
  { endpoint, space, parent, title }: PlannedPlace,
  {
    parentFile,
    scope,
    isOwn,
    sends,
  }: {
    readonly parentFile: ParentFile | undefined;
    readonly scope: TitleScope | undefined;
    readonly isOwn: boolean;
    readonly sends: readonly string[];
  },
): Asking {
  const key = JSON.stringify([endpoint, space, parentFile?.uri ?? parent, title, scope === 'space', isOwn]);
  return { key, shown: sends, isOnce: true };
}

/** About `page`, and what else the person sees. `about`: its own word, in a key that no other question has. */
export function askingBeside(
  page: Asking,
  about: string,
  { key = '', shown = [], isOnce = false }: Partial<Asking> = {},
): Asking {
  return { key: JSON.stringify([about, key, page.key]), shown: [...page.shown, ...shown], isOnce };
}
