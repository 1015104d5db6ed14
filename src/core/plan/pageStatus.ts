import * as l10n from '@vscode/l10n';
import type { Decision, Question } from '../publish/decide';
import type { WikiChange } from '../records/wikiChange';
import type { PageWarnings } from '../wiki/pageWarnings';
import { pageMissingText } from '../wiki/notFoundCause';
import { formatNumber } from '../text/locale';
import type { FileState } from './fileOutcome';

/** Statuses are in one group if they refer to the same object: groups are compared by identity. */
export interface StatusGroup {
  readonly heading: () => string;
  /** `files` is a number as text: “3” becomes “3 blocked”. A sentence is made of it by a period. */
  readonly count?: (files: string, isOne: boolean) => string;
}

export type StatusQuestion = readonly [ofOne: (file: string) => string, ofSeveral: (count: string) => string];

/** What the person is asked for, so that the file can be sent. */
export type Asked = 'decision' | 'destination' | 'platformToken';

interface StatusWords {
  readonly label: (reason?: string, change?: WikiChange) => string;
  /** A whole sentence, which is shown before `PageStatus.reason`. */
  readonly meaning?: () => string;
  readonly group?: StatusGroup;
  readonly asks?: Asked;
  /** Nothing has to be asked about the file, so it usually has a check mark when a plan opens. */
  readonly needsNoAnswer?: true;
  /** The placeholder of the input box in which a person confirms the publish of one document. */
  readonly prompt?: () => string;
  readonly question?: StatusQuestion;
  /** Nobody has to act on the file, and a command in a terminal doesn’t fail for it. */
  readonly needsNothing?: true;
}

const undecided: StatusGroup = {
  heading: () => l10n.t('Needs a Decision'),
  count: (files, isOne) =>
    isOne ? l10n.t('1 file needs a decision') : l10n.t('{0} files need a decision', files),
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

function changeLabel(change: WikiChange | undefined): string {
  switch (change?.kind) {
    case 'renamed':
      return l10n.t('Renamed in the wiki');
    case 'moved':
      return l10n.t('Moved in the wiki');
    case 'deleted':
      return l10n.t('Deleted in the wiki');
    case 'there':
      return l10n.t('Already in the wiki');
    default:
      return inWiki();
  }
}

/** The keys are codes in the terminal’s JSON. Views use this order: first what needs a person. */
const table = {
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
  },
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
  },
  /** `overwrite: true` asks to replace a page, and the person has not agreed to replace it. */
  replaces: {
    label: () => l10n.t('Replaces a page that others may have created'),
    group: undecided,
    asks: 'decision',
    question: isThere,
  },
  others: {
    label: () => l10n.t('Created from another file'),
    meaning: () => l10n.t('The file’s title is now that of a page that was created from another file.'),
    group: undecided,
    asks: 'decision',
    question: isThere,
  },
  changedInWiki: {
    label: (_reason, change) => changeLabel(change),
    group: undecided,
    asks: 'decision',
    question: [(file) => `${inWiki()}: ${file}`, (count) => `${inWiki()}: ${count}`],
  },
  /** A blocked file that an answer frees: another title, or Publish Anyway. */
  stopped: {
    label: () => l10n.t('Needs a decision'),
    group: undecided,
    asks: 'decision',
  },
  unplaced: {
    label: () => l10n.t('No destination yet'),
    group: {
      heading: () => l10n.t('No Destination'),
      count: (files, isOne) =>
        isOne ? l10n.t('1 file has no destination yet') : l10n.t('{0} files have no destination yet', files),
    },
    asks: 'destination',
  },
  /** A blocked file that a platform token frees. */
  noPlatformToken: {
    label: () => l10n.t('Needs a platform token'),
    group: {
      heading: () => l10n.t('Needs a Platform Token'),
      count: (files, isOne) =>
        isOne ? l10n.t('1 file needs a platform token') : l10n.t('{0} files need a platform token', files),
    },
    asks: 'platformToken',
  },
  failed: {
    label: () => l10n.t('Failed'),
    group: { heading: () => l10n.t('Failed'), count: (files) => l10n.t('{0} failed', files) },
  },
  'not sent': {
    label: () => l10n.t('Not sent'),
    group: { heading: () => l10n.t('Not Sent'), count: (files) => l10n.t('{0} not sent', files) },
  },
  unknown: {
    label: () => l10n.t('Outcome unknown'),
    meaning: () => l10n.t('The last publish had no answer: look in the wiki, or publish again.'),
    prompt: () => l10n.t('Whether the last publish arrived is unknown. Press Enter to publish'),
    group: { heading: () => l10n.t('Outcome Unknown'), count: (files) => l10n.t('{0} unknown', files) },
    needsNoAnswer: true,
  },
  blocked: {
    label: () => l10n.t({ message: 'Blocked', comment: 'The state of one page.' }),
    group: { heading: () => l10n.t('Blocked'), count: (files) => l10n.t('{0} blocked', files) },
  },
  /** The person has answered the file’s questions. */
  ready: { label: () => l10n.t('Ready'), group: { heading: () => l10n.t('Ready') } },
  waiting: { label: () => l10n.t('Waiting'), group: going },
  sending: {
    label: () => l10n.t('Publishing…'),
    meaning: () => l10n.t('The page is being published.'),
    group: going,
  },
  new: {
    label: () => l10n.t('New'),
    meaning: () => l10n.t('The file has no page yet.'),
    group: { heading: () => l10n.t('New'), count: (files) => l10n.t('{0} new', files) },
    needsNoAnswer: true,
  },
  changed: {
    label: () => l10n.t({ message: 'Changed', comment: 'The state of one page.' }),
    meaning: () => l10n.t('The file has changed since it was published.'),
    group: { heading: () => l10n.t('Changed'), count: (files) => l10n.t('{0} changed', files) },
    needsNoAnswer: true,
  },
  unchanged: {
    label: () => l10n.t('Unchanged'),
    meaning: () => l10n.t('The file has not changed since it was published.'),
    prompt: () => l10n.t('Nothing has changed since the last publish'),
    group: { heading: () => l10n.t('Unchanged'), count: (files) => l10n.t('{0} unchanged', files) },
    needsNothing: true,
  },
  draft: {
    label: () => l10n.t('Left out: a draft'),
    meaning: () => l10n.t('The file is left out.'),
    group: leftOut,
    needsNothing: true,
  },
  /** Shown for a file that is not part of the plan or its run; the label is the reason. */
  leftOut: { label: (reason = '') => reason, group: leftOut, needsNothing: true },
  published: {
    label: () => l10n.t('Published'),
    group: {
      heading: () => l10n.t('Published'),
      count: (files) => l10n.t('{0} published', files),
    },
    needsNothing: true,
  },
  earlier: {
    label: () => l10n.t('Another page of the file'),
    meaning: () =>
      l10n.t('Publishing the file updates another page of it now; this one stays in the wiki as it is.'),
  },
  gone: { label: () => l10n.t('File is gone') },
  /** Shown for a page whose file still exists, but was not read. */
  other: { label: () => l10n.t('Not read') },
} satisfies Readonly<Record<string, StatusWords>>;

export type StatusKind = keyof typeof table;

export const statuses: Readonly<Record<StatusKind, StatusWords>> = table;

export const statusKinds = Object.keys(table) as readonly StatusKind[];

export interface PageStatus {
  readonly kind: StatusKind;
  /** Why the file has this status, such as what blocks it; of a published page, for example the wiki’s message. */
  readonly reason?: string | undefined;
  readonly change?: WikiChange | undefined;
  /** The endpoint of the wiki whose platform token would free the blocked file. */
  readonly tokenFor?: string | undefined;
  readonly warnings?: PageWarnings | undefined;
}

export function statusLabel({ kind, reason, change }: PageStatus): string {
  return statuses[kind].label(reason, change);
}

/** Whether the heading of the status’s group says the status already, so that a row need not repeat it. */
export function isSaidByGroup(kind: StatusKind): boolean {
  const { group } = statuses[kind];
  return kind === 'stopped' || statusKinds.every((each) => each === kind || statuses[each].group !== group);
}

export function groupHeading(kind: StatusKind): string {
  return statuses[kind].group?.heading() ?? '';
}

/** Returns the status of a file that nothing blocks: its first open question, or else what a publish would do. */
export function statusOfDecision(decision: Decision): PageStatus {
  const {
    questions: [question],
    effect,
  } = decision;
  if (question !== undefined && question.kind !== 'parentPage') {
    return 'accepted' in question
      ? { kind: question.kind, change: question.change }
      : 'choices' in question
        ? { kind: question.kind }
        : { kind: 'unplaced', ...unplacedReason(question, decision) };
  }
  const isAsDecided = 'record' in effect && !('by' in effect);
  // Any other effect gives the file a page that it did not have; its question, if there was one, is answered.
  return { kind: isAsDecided ? effect.kind : 'new' };
}

function unplacedReason(question: Question, { origins }: Decision): Pick<PageStatus, 'reason'> {
  if (question.kind === 'target' && question.lost !== undefined) {
    return { reason: pageMissingText(question.lost) };
  }
  return question.kind === 'connection' && origins.parent === 'frontMatter'
    ? { reason: l10n.t('It names no connection.') }
    : {};
}

export function statusOfState(state: FileState): PageStatus {
  return typeof state === 'string' ? { kind: state } : { kind: state.kind, reason: state.message };
}

export function statusCountText(kind: StatusKind, files: number): string {
  return statuses[kind].group?.count?.(formatNumber(files), files === 1) ?? '';
}
