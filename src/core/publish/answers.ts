import type { Place, PlannedPlace } from '../records/pageRecord';
import type { TitleScope } from '../wiki/target';
import type { ParentFile } from './tree';

/**
 * `keep` publishes to the file’s page where it is, `move` moves it; `stop` replaces no page that is there, `replace`
 * does.
 */
export type PageChoice = 'keep' | 'move' | 'stop' | 'replace';

/** `anyway`: in spite of what the person was told. */
export type Choice = PageChoice | 'anyway';

/**
 * `place`: which place and which page of the file. `page`: whether a page that is there is replaced. `change`: what
 * happened to the page in the wiki.
 */
type Subject = 'draft' | 'problems' | 'place' | 'page' | 'change' | 'unchanged';

/** What a person is asked, as they see it. */
export interface Asking {
  readonly subject: Subject;
  /** Whatever of it changes takes the answer back. */
  readonly key: string;
  /** What may become less, but not more: problems, or sends to the page by other documents, clones or worktrees. */
  readonly shown: readonly string[];
}

interface Agreement extends Omit<Asking, 'subject'> {
  readonly choice: Choice;
}

/** What a person said about one document. */
export interface Answers {
  /** Typed, or taken from a list: it wins over front matter, records and settings. */
  readonly place?: Partial<Place> | undefined;
  readonly agreed?: Readonly<Partial<Record<Subject, Agreement | undefined>>> | undefined;
}

export function hasSeenAll(now: readonly string[] | undefined, seen: readonly string[] | undefined): boolean {
  return (now ?? []).every((each) => seen?.includes(each));
}

/** Undefined also if what the person saw is not what is there now. */
export function answerTo({ subject, key, shown }: Asking, { agreed }: Answers): Choice | undefined {
  const given = agreed?.[subject];
  return given?.key === key && hasSeenAll(shown, given.shown) ? given.choice : undefined;
}

export function agree<A extends Answers>(answers: A, { subject, ...seen }: Asking, choice: Choice): A {
  return { ...answers, agreed: { ...answers.agreed, [subject]: { ...seen, choice } } };
}

export function draftAsking(entry: string): Asking {
  return { subject: 'draft', key: entry, shown: [] };
}

/** `keys`: of the problems with which the person may publish. */
export function problemsAsking(keys: readonly string[]): Asking {
  return { subject: 'problems', key: '', shown: keys };
}

/** That this text is sent again, which the page has already. */
export function unchangedAsking(page: Asking): Asking {
  return askingBeside(page, 'unchanged');
}

/** The keys of the problems with which the person publishes. */
export function acceptedIn({ agreed }: Answers): readonly string[] {
  return agreed?.problems?.shown ?? [];
}

/** What counts for the next send of the file, too: what was agreed to about its page does not. */
export function afterSend({ place, agreed }: Answers): Answers {
  return { place, agreed: { place: agreed?.place, problems: agreed?.problems } };
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
  return { subject: 'page', key, shown: sends };
}

/** About the page of `page`, and what else the person sees. */
export function askingBeside(
  page: Asking,
  subject: Subject,
  { key = '', shown = [] }: Partial<Omit<Asking, 'subject'>> = {},
): Asking {
  return { subject, key: JSON.stringify([page.key, key]), shown: [...page.shown, ...shown] };
}
