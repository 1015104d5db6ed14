import * as l10n from '@vscode/l10n';
import type { Decision } from '../publish/decide';
import type { WikiChange } from '../records/wikiChange';
import type { DeadLinkCounts } from '../wiki/deadLinkCounts';
import { formatNumber } from '../text/locale';
import type { FileState } from './fileState';

/** States are in one group if they have the same object, not an equal one. */
export interface StatusGroup {
  readonly heading: () => string;
  /** Says how many files there are, as a part of a sentence. */
  readonly count?: (files: string) => string;
}

/** Asks about one file, or about several. */
export type StatusQuestion = readonly [ofOne: (file: string) => string, ofSeveral: (count: string) => string];

interface StatusWords {
  /** The word in a row. */
  readonly label: (reason?: string) => string;
  /** The sentence that explains it, before the reason. */
  readonly meaning?: () => string;
  readonly group?: StatusGroup;
  /** What a person is asked for before the file can be sent. */
  readonly asks?: 'decision' | 'destination';
  /** The file is sent without an answer. */
  readonly needsNoAnswer?: true;
  /** What is said where one document is about to be published. */
  readonly prompt?: () => string;
  /** What is asked before the answers are offered. */
  readonly question?: StatusQuestion;
  /** Nobody has to act on the file, and it is no reason for a command to fail. */
  readonly needsNothing?: true;
  /** Whether the Wiki view can be filtered by it. */
  readonly inFilter?: true;
}

const undecided: StatusGroup = {
  heading: () => l10n.t('Needs a Decision'),
  count: (files) => l10n.t('{0} with a question', files),
};
const going: StatusGroup = { heading: () => l10n.t('Being Published') };
const leftOut: StatusGroup = {
  heading: () => l10n.t('Left Out'),
  count: (files) => l10n.t('{0} left out', files),
};

const isThere: StatusQuestion = [
  (file) => l10n.t('The page for {0} may be there already:', file),
  (count) => l10n.t('Some of the {0} pages may be there already:', count),
];
const inWiki = (): string => l10n.t('Changed in the wiki');

/** All states of a file and its page, by their codes in JSON, in the order in which they are shown: what needs a person comes first. */
const table = {
  /** The file has another title than its page. */
  retitled: {
    label: () => l10n.t({ message: 'Retitled', comment: 'The state of one page.' }),
    meaning: () => l10n.t('The file has a different title now: you choose whether it keeps this page.'),
    prompt: () => l10n.t('The title has changed since the last publish'),
    group: undecided,
    asks: 'decision',
    question: [
      (file) => l10n.t('{0} has a different title from its page:', file),
      (count) => l10n.t('{0} files have different titles from their pages:', count),
    ],
    inFilter: true,
  },
  /** The file names another place than that of its page. */
  moved: {
    label: () => l10n.t({ message: 'Moved', comment: 'The state of one page.' }),
    meaning: () => l10n.t('The file belongs somewhere else now: you choose whether it keeps this page.'),
    prompt: () => l10n.t('The file was published to a different place before'),
    group: undecided,
    asks: 'decision',
    question: [
      (file) => l10n.t('{0} names a different place from where its page is:', file),
      (count) => l10n.t('{0} files name a different place from where their pages are:', count),
    ],
    inFilter: true,
  },
  /** The file asks to replace a page that nobody has agreed to replace. */
  replaces: {
    label: () => l10n.t('Replaces a page that others may have created'),
    group: undecided,
    asks: 'decision',
    question: isThere,
  },
  /** Another document made the page, or may have replaced it. */
  others: {
    label: () => l10n.t('Created from another file'),
    meaning: () => l10n.t('The file’s title is now that of a page that was created from another file.'),
    group: undecided,
    asks: 'decision',
    question: isThere,
    inFilter: true,
  },
  changedInWiki: {
    label: inWiki,
    group: undecided,
    asks: 'decision',
    question: [(file) => `${inWiki()}: ${file}`, (count) => `${inWiki()}: ${count}`],
    inFilter: true,
  },
  unplaced: {
    label: () => l10n.t('No space or parent page yet'),
    group: {
      heading: () => l10n.t('No Destination'),
      count: (files) => l10n.t('{0} without a place', files),
    },
    asks: 'destination',
    inFilter: true,
  },
  failed: {
    label: () => l10n.t('failed'),
    group: { heading: () => l10n.t('Failed'), count: (files) => l10n.t('{0} failed', files) },
  },
  'not sent': {
    label: () => l10n.t('not sent'),
    group: { heading: () => l10n.t('Not Sent'), count: (files) => l10n.t('{0} not sent', files) },
  },
  /** The page was sent, and no answer tells whether it arrived. */
  unknown: {
    label: () => l10n.t('Outcome unknown'),
    meaning: () => l10n.t('The last publish had no answer: look in the wiki, or publish again.'),
    prompt: () => l10n.t('Whether the last publish arrived is unknown. Press Enter to publish'),
    group: { heading: () => l10n.t('Outcome Unknown'), count: (files) => l10n.t('{0} unknown', files) },
    needsNoAnswer: true,
    inFilter: true,
  },
  blocked: {
    label: () => l10n.t({ message: 'Blocked', comment: 'The state of one page.' }),
    group: { heading: () => l10n.t('Blocked'), count: (files) => l10n.t('{0} blocked', files) },
    inFilter: true,
  },
  /** The person has answered what was open. */
  ready: { label: () => l10n.t('Ready') },
  waiting: { label: () => l10n.t('waiting'), group: going },
  sending: {
    label: () => l10n.t('Publishing…'),
    meaning: () => l10n.t('The page is being published.'),
    group: going,
    inFilter: true,
  },
  new: {
    label: () => l10n.t('New'),
    meaning: () => l10n.t('The file has no page yet.'),
    group: { heading: () => l10n.t('New'), count: (files) => l10n.t('{0} new', files) },
    needsNoAnswer: true,
    inFilter: true,
  },
  changed: {
    label: () => l10n.t({ message: 'Changed', comment: 'The state of one page.' }),
    meaning: () => l10n.t('The file has changed since it was published.'),
    group: { heading: () => l10n.t('Changed'), count: (files) => l10n.t('{0} changed', files) },
    needsNoAnswer: true,
    inFilter: true,
  },
  unchanged: {
    label: () => l10n.t('Unchanged'),
    meaning: () => l10n.t('The file has not changed since it was published.'),
    prompt: () => l10n.t('Nothing has changed since the last publish'),
    group: { heading: () => l10n.t('Unchanged'), count: (files) => l10n.t('{0} unchanged', files) },
    needsNothing: true,
    inFilter: true,
  },
  draft: {
    label: () => l10n.t('Left out: a draft'),
    meaning: () => l10n.t('The file is left out.'),
    group: leftOut,
    needsNothing: true,
    inFilter: true,
  },
  /** The file is no part of what is published. The reason is shown as its label. */
  leftOut: { label: (reason = '') => reason, group: leftOut, needsNothing: true },
  published: {
    label: () => l10n.t('published'),
    group: { heading: () => l10n.t('Published') },
    needsNothing: true,
  },
  /** The file publishes to another page by now. */
  earlier: {
    label: () => l10n.t('No longer updated from this file'),
    meaning: () => l10n.t('The file publishes to another page now; this one is still in the wiki.'),
    inFilter: true,
  },
  /** The page is in the wiki, but its file is gone. */
  gone: { label: () => l10n.t('File is gone') },
  /** The file was not read. */
  other: { label: () => l10n.t('Not read') },
} satisfies Readonly<Record<string, StatusWords>>;

export type StatusKind = keyof typeof table;

export const statuses: Readonly<Record<StatusKind, StatusWords>> = table;

/** In the order in which they are shown. */
export const statusKinds = Object.keys(table) as readonly StatusKind[];

/** The state of a file and its page. */
export interface PageStatus {
  readonly kind: StatusKind;
  /** Why it is blocked or left out, failed or was not sent; of a published page, what the wiki said. */
  readonly reason?: string | undefined;
  /** What somebody did to the page in the wiki. */
  readonly change?: WikiChange | undefined;
  /** What of the published page does not work in the wiki. */
  readonly deadLinks?: DeadLinkCounts | undefined;
}

export function statusLabel({ kind, reason }: PageStatus): string {
  return statuses[kind].label(reason);
}

/** Returns the heading of the files with this state. */
export function groupHeading(kind: StatusKind): string {
  return statuses[kind].group?.heading() ?? '';
}

/** Returns the state of a file that nothing blocks: the first of what is open, or else what a publish would do. */
export function statusOfDecision({ questions: [question], effect }: Decision): PageStatus {
  if (question !== undefined && question.kind !== 'parentPage') {
    return 'accepted' in question
      ? { kind: question.kind, change: question.change }
      : { kind: 'choices' in question ? question.kind : 'unplaced' };
  }
  const isAsDecided = 'record' in effect && !('by' in effect);
  // The person has answered what the other effects asked, so a page is made.
  return { kind: isAsDecided ? effect.kind : 'new' };
}

/** Returns the state of a file of a run. */
export function statusOfState(state: FileState): PageStatus {
  return typeof state === 'string'
    ? { kind: state }
    : { kind: state.kind, reason: state.message, deadLinks: state.deadLinks };
}

/** Returns how many files there are of a state, as a part of a sentence. */
export function countedStatus(kind: StatusKind, files: number): string {
  return statuses[kind].group?.count?.(formatNumber(files)) ?? '';
}
