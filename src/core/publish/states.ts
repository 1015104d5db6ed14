import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/locale';
import { isPublish, type WikiChange } from '../records/wikiChange';
import { sentences } from '../text/sentences';
import { unseenEditText } from '../wiki/importErrorText';
import type { PageWarnings } from '../wiki/pageWarnings';
import type { TitleScope } from '../wiki/target';
import type { Place } from '../records/pageRecord';
import type { Asking, Choice } from './answers';
import { replacedText, changeKinds } from './changeKinds';

interface Because {
  /** Why the file has this state, such as what blocks it; of a published page, for example the wiki’s message. */
  readonly reason?: string | undefined;
}

interface Certain<K extends string> extends Because {
  readonly kind: K;
}

interface Explained<K extends string> extends Certain<K> {
  readonly reason: string;
}

interface Ended<K extends string> extends Certain<K> {
  readonly warnings?: PageWarnings | undefined;
}

interface Answerable<K extends string> extends Certain<K> {
  readonly asking: Asking;
  /** Once it was given, nothing is asked; the person can answer otherwise. */
  readonly answer?: Choice | undefined;
}

interface Chosen<K extends string> extends Answerable<K> {
  /** The first is the safest: it never replaces a page that another file made. */
  readonly choices: readonly [Choice, ...Choice[]];
  readonly scope: TitleScope | undefined;
  /** Whether it could be looked up who edited the page last. */
  readonly canLookUp: boolean;
}

/** The state of a file and its page, with what its sentence shows and what an answer hangs on. */
export type State =
  | Chosen<'retitled'>
  | Chosen<'moved'>
  /** `overwrite: true` asks to replace a page, and the person has not agreed to replace it. */
  | Chosen<'replaces'>
  | Chosen<'others'>
  | (Answerable<'changedInWiki'> & { readonly change: WikiChange })
  /** An answer frees the file: another title if it has that of `sharesPageWith`, else Publish Anyway. */
  | (Explained<'stopped'> & { readonly sharesPageWith?: string | undefined; readonly asking?: Asking })
  | (Certain<'unplaced'> & { readonly missing: 'connection' | 'target' })
  /** The platform token of the wiki `tokenFor` frees the file. */
  | (Explained<'noPlatformToken'> & { readonly tokenFor: string })
  | Ended<'failed'>
  | Ended<'not sent'>
  | Ended<'unknown'>
  | Explained<'blocked'>
  /** The person has answered the file’s questions. */
  | Certain<'ready'>
  | Certain<'waiting'>
  | Certain<'sending'>
  | Certain<'new'>
  | Certain<'changed'>
  | Certain<'unchanged'>
  | Explained<'draft'>
  /** Shown for a file that is not part of the plan or its run; the label is the reason. */
  | Certain<'leftOut'>
  | Ended<'published'>
  | Certain<'earlier'>
  | Certain<'gone'>
  /** Shown for a page whose file still exists, but was not read. */
  | Certain<'other'>;

export type StateKind = State['kind'];

export function goneState(): State {
  const reason = l10n.t('Its page stays in the wiki: somebody who may delete pages there has to remove it.');
  return { kind: 'gone', reason };
}

export function goneText(): string {
  const state = goneState();
  return sentences(l10n.t('{0}.', stateLabel(state)), state.reason ?? '');
}

/** States are in one group if they refer to the same object: groups are compared by identity. */
export interface StateGroup {
  readonly heading: () => string;
  /** `files` is a number as text: “3” becomes “3 blocked”. A sentence is made of it by a period. */
  readonly count?: (files: string, isOne: boolean) => string;
}

type StateQuestion = readonly [ofOne: (file: string) => string, ofSeveral: (count: string) => string];

/** What the person is asked for, so that the file can be sent. */
export type Asked = 'decision' | 'destination' | 'platformToken';

export type PlanAnswer = { readonly place: Partial<Place> } | { readonly does: Choice | 'leaveOut' };

export interface Offer<T> {
  readonly label: string;
  readonly detail?: string;
  readonly answer: T;
}

interface Labelled extends Because {
  readonly change?: WikiChange | undefined;
}

interface Words {
  readonly label: (state: Labelled) => string;
  /** A whole sentence, which is shown before `State.reason`. */
  readonly meaning?: () => string;
  /** The placeholder of the input box in which a person confirms the publish of one document. */
  readonly prompt?: () => string;
  readonly group: StateGroup | undefined;
  /** The names of a codicon and of a theme color. */
  readonly icon: readonly [name: string, color?: string];
  /** In a terminal and its JSON, where the state is told as another one. */
  readonly code?: StateKind;
  /** The file is not sent, and answers to other questions change nothing in that. */
  readonly isExcluded: boolean;
}

interface Question<S> {
  /** A plan asks in this order. */
  readonly askingOrder: number;
  readonly question: StateQuestion;
  /** The safest first. */
  readonly offers: (states: readonly S[]) => readonly Offer<PlanAnswer>[];
}

/**
 * `publishing`: nothing is asked, so the file usually has a check mark when a plan opens. `nothing`: nobody has to
 * act on the file, and a command in a terminal doesn’t fail for it.
 */
type Needs<S> =
  | ({ readonly needs: 'decision' } & Question<S>)
  | { readonly needs: 'destination'; readonly askingOrder: number }
  | { readonly needs: 'platformToken' | 'mending' | 'publishing' | 'nothing' };

type StateRow<S> = Words & Needs<S>;

const undecided: StateGroup = {
  heading: () => l10n.t('Needs a Decision'),
  count: (files, isOne) =>
    isOne ? l10n.t('1 file needs a decision') : l10n.t('{0} files need a decision', files),
};
const going: StateGroup = { heading: () => l10n.t('Being Published') };
const leftOut: StateGroup = {
  heading: () => l10n.t('Left Out'),
  count: (files) => l10n.t('{0} left out', files),
};

const changedColor = 'gitDecoration.modifiedResourceForeground';
const doubtful = 'list.warningForeground';
const faulty = 'list.errorForeground';
// Not `disabledForeground` or `testing.iconPassed`: their contrast on white is less than 3:1.
const past = 'descriptionForeground';
const done = 'charts.green';

const isThere: StateQuestion = [
  (file) => l10n.t('The page for {0} may be there already:', file),
  (count) => l10n.t('Some of the {0} pages may be there already:', count),
];
const inWiki = (): string => changeKinds.edited.label();

export const leavingOut = (): Offer<PlanAnswer> => ({
  label: l10n.t('Leave Out'),
  answer: { does: 'leaveOut' },
});

export function replaceLabel({ length }: readonly unknown[]): string {
  return length === 1 ? l10n.t('Replace the page') : l10n.t('Replace the pages');
}

export function replaceChangedLabel(changes: readonly WikiChange[]): string {
  if (changes.every((change) => change.kind === 'there' && isPublish(change))) {
    return changes.length === 1 ? l10n.t('Update the page') : l10n.t('Update the pages');
  }
  return changes.every(({ kind }) => changeKinds[kind].goesOn === 'overwrite')
    ? replaceLabel(changes)
    : l10n.t('Publish Anyway');
}

function keepDetail(isRetitled: boolean): string {
  return isRetitled
    ? l10n.t('The page keeps its title; the new heading is sent as text.')
    : l10n.t('Updates the page that was created from this file');
}

function renamedDetail(): string {
  return l10n.t('For the page that you renamed in the wiki: it is replaced, no matter who wrote it.');
}

/** Says first why it is not known whether somebody edited a page that may be there: the end may be cut off. */
export function replacingDetail(
  { scope, canLookUp }: Pick<ChoiceState, 'scope' | 'canLookUp'>,
  pages = 1,
): string {
  return sentences(unseenEditText(canLookUp), replacedText(scope, pages));
}

type Says = (state: Pick<ChoiceState, 'scope' | 'canLookUp'>) => Omit<Offer<unknown>, 'answer'>;

const keepHere: Says = () => ({ label: l10n.t('Update the page where it is'), detail: keepDetail(false) });
const move: Says = () => ({
  label: l10n.t('Move the page'),
  detail: l10n.t('Updates the page that was created from this file, and moves it'),
});
const second: Says = () => ({
  label: l10n.t('Create a second page'),
  detail: l10n.t('The old one stays in the wiki.'),
});
const create: Says = () => ({
  label: l10n.t('Create the page'),
  detail: l10n.t('A page that was not created from these files is left as it is.'),
});
/** Another file, or this one in another folder, was sent to the page. */
const leave: Says = () => ({
  label: l10n.t('Leave the page as it is'),
  detail: l10n.t('A page is created only if there is none.'),
});
const replaceThat: Says = ({ scope }) => ({
  label: l10n.t('Replace the page'),
  detail: replacedText(scope),
});
const createOrReplace = (): string => l10n.t('Create or replace it');
const replace: Says = ({ scope }) => ({ label: createOrReplace(), detail: replacedText(scope) });
const replaceUnseen: Says = (state) => ({ label: createOrReplace(), detail: replacingDetail(state) });

/** Names of codicons. */
export const choiceIcons: Readonly<Record<Choice, string>> = {
  keep: 'cloud-upload',
  move: 'move',
  stop: 'new-file',
  replace: 'replace-all',
  anyway: 'cloud-upload',
};

/** What each choice does; of a `new` page nothing is asked, but it may be there already. */
const choiceTable = {
  retitled: {
    keep: () => ({ label: l10n.t('Keep the old title'), detail: keepDetail(true) }),
    stop: second,
    replace: () => ({ label: l10n.t('Replace the page'), detail: renamedDetail() }),
  },
  moved: { keep: keepHere, move, stop: second },
  replaces: { stop: create, replace: replaceUnseen },
  others: { keep: keepHere, stop: leave, replace: replaceThat },
  new: { stop: second, replace },
} satisfies Record<ChoiceState['kind'] | 'new', Partial<Record<Choice, Says>>>;

/** Each row takes the choices of its own kind alone. */
const choiceWords: Readonly<Record<keyof typeof choiceTable, Readonly<Record<Choice, Says>>>> =
  choiceTable as never;

export type ChoiceState = Extract<State, { readonly choices: unknown }>;
export type ChangeState = Extract<State, { readonly kind: 'changedInWiki' }>;
export type AskingState = ChoiceState | ChangeState;
export type ChoiceOf<K extends ChoiceState['kind']> = Choice & keyof (typeof choiceTable)[K];

export function choiceOffer(
  state: Pick<ChoiceState, 'scope' | 'canLookUp'> & { readonly kind: keyof typeof choiceTable },
  does: Choice,
): Offer<Choice> {
  return { ...choiceWords[state.kind][does](state), answer: does };
}

export function choiceOffers(state: ChoiceState): readonly Offer<Choice>[] {
  return state.choices.map((choice) => choiceOffer(state, choice));
}

const choosing = ([first]: readonly ChoiceState[]): readonly Offer<PlanAnswer>[] =>
  (first ? choiceOffers(first) : []).map(({ answer, ...offer }) => ({ ...offer, answer: { does: answer } }));

/** Views use this order: first what needs a person. Agents list pages by these words, which package.json names. */
const table = {
  retitled: {
    label: () => l10n.t({ message: 'Retitled', comment: 'The state of one page.' }),
    meaning: () => l10n.t('The file has a different title now: you choose whether it keeps this page.'),
    prompt: () => l10n.t('The title has changed since the last publish'),
    group: undecided,
    icon: ['edit', changedColor],
    needs: 'decision',
    askingOrder: 2,
    question: [
      (file) => l10n.t('{0} has a different title from its page:', file),
      (count) => l10n.t('{0} files have different titles from their pages:', count),
    ],
    offers: choosing,
    isExcluded: false,
  },
  moved: {
    label: () => l10n.t({ message: 'Moved', comment: 'The state of one page.' }),
    meaning: () => l10n.t('The file belongs somewhere else now: you choose whether it keeps this page.'),
    prompt: () => l10n.t('The file was published to a different place before'),
    group: undecided,
    icon: ['arrow-swap', changedColor],
    needs: 'decision',
    askingOrder: 3,
    question: [
      (file) => l10n.t('{0} names a different place from where its page is:', file),
      (count) => l10n.t('{0} files name a different place from where their pages are:', count),
    ],
    offers: choosing,
    isExcluded: false,
  },
  replaces: {
    label: () => l10n.t('Replaces a page that others may have created'),
    group: undecided,
    icon: ['warning', doubtful],
    needs: 'decision',
    askingOrder: 4,
    question: isThere,
    offers: choosing,
    isExcluded: false,
  },
  others: {
    label: () => l10n.t('Created from another file'),
    meaning: () => l10n.t('The file’s title is now that of a page that was created from another file.'),
    group: undecided,
    icon: ['references', doubtful],
    needs: 'decision',
    askingOrder: 5,
    question: isThere,
    offers: choosing,
    isExcluded: false,
  },
  changedInWiki: {
    label: ({ change }) => changeKinds[change?.kind ?? 'edited'].label(),
    group: undecided,
    icon: ['cloud-download', doubtful],
    needs: 'decision',
    askingOrder: 6,
    question: [(file) => `${inWiki()}: ${file}`, (count) => `${inWiki()}: ${count}`],
    offers: (states) => [
      leavingOut(),
      {
        label: replaceChangedLabel(states.map(({ change }) => change)),
        detail: states.every(({ change }) => isPublish(change))
          ? l10n.t(
              'CI or colleagues publish pages of this repository too: you are not asked about that again.',
            )
          : replacedText(undefined, states.length),
        answer: { does: 'anyway' },
      },
    ],
    isExcluded: false,
  },
  stopped: {
    label: () => l10n.t('Needs a decision'),
    group: undecided,
    icon: ['warning', doubtful],
    code: 'blocked',
    needs: 'decision',
    askingOrder: 0,
    question: [
      (file) => l10n.t('{0} has problems:', file),
      (count) => l10n.t('{0} files have problems:', count),
    ],
    offers: () => [
      { ...leavingOut(), detail: l10n.t('You can fix the problems first.') },
      { label: l10n.t('Publish Anyway'), answer: { does: 'anyway' } },
    ],
    isExcluded: true,
  },
  unplaced: {
    label: () => l10n.t('No destination yet'),
    group: {
      heading: () => l10n.t('No Destination'),
      count: (files, isOne) =>
        isOne ? l10n.t('1 file has no destination yet') : l10n.t('{0} files have no destination yet', files),
    },
    icon: ['question'],
    needs: 'destination',
    askingOrder: 1,
    isExcluded: false,
  },
  noPlatformToken: {
    label: () => l10n.t('Needs a platform token'),
    group: {
      heading: () => l10n.t('Needs a Platform Token'),
      count: (files, isOne) =>
        isOne ? l10n.t('1 file needs a platform token') : l10n.t('{0} files need a platform token', files),
    },
    icon: ['key', doubtful],
    code: 'blocked',
    needs: 'platformToken',
    isExcluded: true,
  },
  failed: {
    label: () => l10n.t('Failed'),
    group: { heading: () => l10n.t('Failed'), count: (files) => l10n.t('{0} failed', files) },
    icon: ['error', faulty],
    needs: 'mending',
    isExcluded: false,
  },
  'not sent': {
    label: () => l10n.t('Not sent'),
    group: { heading: () => l10n.t('Not Sent'), count: (files) => l10n.t('{0} not sent', files) },
    icon: ['circle-slash', doubtful],
    needs: 'mending',
    isExcluded: false,
  },
  unknown: {
    label: () => l10n.t('Outcome unknown'),
    meaning: () => l10n.t('The last publish had no answer: look in the wiki, or publish again.'),
    prompt: () => l10n.t('Whether the last publish arrived is unknown. Press Enter to publish'),
    group: { heading: () => l10n.t('Outcome Unknown'), count: (files) => l10n.t('{0} unknown', files) },
    icon: ['question', doubtful],
    needs: 'publishing',
    isExcluded: false,
  },
  blocked: {
    label: () => l10n.t({ message: 'Blocked', comment: 'The state of one page.' }),
    group: { heading: () => l10n.t('Blocked'), count: (files) => l10n.t('{0} blocked', files) },
    icon: ['circle-slash', faulty],
    needs: 'mending',
    isExcluded: true,
  },
  ready: {
    label: () => l10n.t('Ready'),
    group: { heading: () => l10n.t('Ready') },
    icon: ['pass', done],
    needs: 'publishing',
    isExcluded: false,
  },
  waiting: {
    label: () => l10n.t('Waiting'),
    group: going,
    icon: ['circle-outline'],
    needs: 'publishing',
    isExcluded: false,
  },
  sending: {
    label: () => l10n.t('Publishing…'),
    meaning: () => l10n.t('The page is being published.'),
    group: going,
    icon: ['sync~spin'],
    needs: 'publishing',
    isExcluded: false,
  },
  new: {
    label: () => l10n.t('New'),
    meaning: () => l10n.t('The file has no page yet.'),
    group: { heading: () => l10n.t('New'), count: (files) => l10n.t('{0} new', files) },
    icon: ['add', 'gitDecoration.addedResourceForeground'],
    needs: 'publishing',
    isExcluded: false,
  },
  changed: {
    label: () => l10n.t({ message: 'Changed', comment: 'The state of one page.' }),
    meaning: () => l10n.t('The file has changed since it was published.'),
    group: { heading: () => l10n.t('Changed'), count: (files) => l10n.t('{0} changed', files) },
    icon: ['diff-modified', changedColor],
    needs: 'publishing',
    isExcluded: false,
  },
  unchanged: {
    label: () => l10n.t('Unchanged'),
    meaning: () => l10n.t('The file has not changed since it was published.'),
    prompt: () => l10n.t('Nothing has changed since the last publish'),
    group: { heading: () => l10n.t('Unchanged'), count: (files) => l10n.t('{0} unchanged', files) },
    icon: ['check', done],
    needs: 'nothing',
    isExcluded: false,
  },
  draft: {
    label: () => l10n.t('Left out'),
    meaning: () => l10n.t('The file is left out.'),
    group: leftOut,
    icon: ['eye-closed', past],
    needs: 'nothing',
    isExcluded: true,
  },
  leftOut: {
    label: ({ reason = '' }) => reason,
    group: leftOut,
    icon: ['eye-closed', past],
    needs: 'nothing',
    isExcluded: true,
  },
  published: {
    label: () => l10n.t('Published'),
    group: {
      heading: () => l10n.t('Published'),
      count: (files) => l10n.t('{0} published', files),
    },
    icon: ['check', done],
    needs: 'nothing',
    isExcluded: false,
  },
  earlier: {
    label: () => l10n.t('Another page of the file'),
    meaning: () =>
      l10n.t('Publishing the file updates another page of it now; this one stays in the wiki as it is.'),
    group: undefined,
    icon: ['history', past],
    needs: 'nothing',
    isExcluded: false,
  },
  gone: {
    label: () => l10n.t('File is gone'),
    group: { heading: () => l10n.t('File Is Gone') },
    icon: ['trash', past],
    needs: 'nothing',
    isExcluded: true,
  },
  other: {
    label: () => l10n.t('Not read'),
    group: undefined,
    icon: ['circle-outline'],
    needs: 'nothing',
    isExcluded: false,
  },
} satisfies { readonly [K in StateKind]: StateRow<Extract<State, { readonly kind: K }>> };

/** Each row takes the evidence of its own kind alone. */
export const states: Readonly<Record<StateKind, StateRow<State>>> = table as never;

export const stateKinds = Object.keys(table) as readonly StateKind[];

export function stateCode({ kind }: Pick<State, 'kind'>): StateKind {
  return states[kind].code ?? kind;
}

export function stateLabel(state: Labelled & Pick<State, 'kind'>): string {
  return states[state.kind].label(state);
}

/** The states in which a plan asks the person, who can also answer otherwise later. */
export type AskedKind = {
  [K in StateKind]: (typeof table)[K] extends { readonly askingOrder: number } ? K : never;
}[StateKind];
export type AskedState = Extract<State, { readonly kind: AskedKind }>;

export function isAsked(state: State): state is AskedState {
  return 'askingOrder' in states[state.kind];
}

/** First what has to be known to ask the rest. */
export function byOrderOfAsking(one: AskedState, other: AskedState): number {
  const order = (state: AskedState): number =>
    table[state.kind].askingOrder + (state.kind === 'unplaced' && state.missing === 'target' ? 0.5 : 0);
  return order(one) - order(other);
}

/** Equal for states that one question covers. */
export function questionKey(state: AskedState): string {
  return JSON.stringify([
    state.kind,
    'choices' in state && state.choices,
    'missing' in state && state.missing,
    'sharesPageWith' in state,
    'change' in state && [state.change.kind === 'there', isPublish(state.change)],
  ]);
}

export function askedFor({ kind }: Pick<State, 'kind'>): Asked | undefined {
  const { needs } = states[kind];
  return needs === 'decision' || needs === 'destination' || needs === 'platformToken' ? needs : undefined;
}

/** Whether the heading of the state’s group says the state already, so that a row need not repeat it. */
export function isSaidByGroup(kind: StateKind): boolean {
  const { group } = states[kind];
  return kind === 'stopped' || stateKinds.every((each) => each === kind || states[each].group !== group);
}

export function groupHeading(kind: StateKind): string {
  return states[kind].group?.heading() ?? '';
}

export function stateCount(kind: StateKind, files: number): string {
  return states[kind].group?.count?.(formatNumber(files), files === 1) ?? '';
}
