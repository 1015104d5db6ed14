import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection/connection';
import { makesPage, changeKinds, wikiChangeText } from '../../core/publish/changeKinds';
import type { Destination } from '../../core/publish/destination';
import {
  stopReport,
  blockingProblemKeys,
  unchangedText,
  type StopAction,
} from '../../core/publish/stopReport';
import type { WikiChange } from '../../core/records/wikiChange';
import type { WikiPage } from '../../core/records/wikiPage';
import {
  acceptedIn,
  agree,
  answerTo,
  draftAsking,
  problemsAsking,
  unchangedAsking,
  type Answers,
  type Asking,
  type Choice,
} from '../../core/publish/answers';
import { publishingOver } from '../../core/publish/decide';
import { isAsPublished, isUnchangedAccepted } from '../../core/plan/row';
import { plainLine } from '../../core/text/plainLine';
import type { Report } from '../../core/text/report';
import { sentences } from '../../core/text/sentences';
import type { Outcome } from '../../core/wiki/outcome';
import type { OutcomeAction } from '../../core/wiki/outcomeReport';
import type { Target } from '../../core/wiki/target';
import type { Host } from './host';
import type { DecidedPage } from './decidedPage';
import { policies, type ConfirmedRequest, type PublishRequest } from './request';

export type ResultAction =
  | OutcomeAction
  | StopAction
  | 'updateFromWiki'
  | 'compare'
  | 'signInToCompare'
  | 'publish'
  | 'saveTarget';

/** When the result is shown, `Flow` is done with the document, so an open notification blocks no other publish. */
export interface PublishResult {
  readonly uri: string;
  readonly report: Report<ResultAction>;
  /** The request that each button continues with; a button without one only shows or opens something. */
  readonly next: Partial<Record<ResultAction, PublishRequest>>;
  readonly connection?: Connection | undefined;
  readonly sent?: CompletedSend;
  /** The address of the page in the wiki; only set where nothing was sent. */
  readonly address?: string | undefined;
}

export interface SendResult extends PublishResult {
  readonly sent: CompletedSend;
}

export interface CompletedSend {
  readonly destination: Destination;
  /** Whether no earlier publish of this page is recorded. */
  readonly isFirst: boolean;
  readonly outcome: Outcome;
  /** Never rejects, even if the outcome can’t be recorded. */
  readonly recorded: Promise<void>;
  /** What a lookup found after the send, or else before; undefined also if nothing was published. Never rejects. */
  readonly page: Promise<WikiPage | undefined>;
}

/** Returns undefined if no problem stops the document, or the person has accepted those that do, now or before. */
export function problemsResult({ request, read, row, decision }: DecidedPage): PublishResult | undefined {
  if (!isSentUnchanged({ request, row }) && isAsPublished(row.file, decision)) {
    return undefined;
  }
  const { page, settings, text } = read;
  const checkedText = { text, problems: page.problems, severities: settings.severities };
  const accepted = acceptedIn(request.answers ?? {}) ?? [];
  const report = stopReport(checkedText, new Set(accepted));
  const asking = problemsAsking([...new Set([...accepted, ...blockingProblemKeys(checkedText)])]);
  const publishAnyway = withAnswer(request, asking, 'anyway');
  return report && { uri: request.uri, report, next: { publishAnyway } };
}

/** The person saw the destination of a text that the page has already, or was told that it has it. */
export function isSentUnchanged({ request, row }: Pick<DecidedPage, 'request' | 'row'>): boolean {
  return request.confirmed !== undefined || isUnchangedAccepted(row);
}

function withAnswer<R extends PublishRequest>(request: R, asking: Asking, choice: Choice): R {
  const answers: Answers = request.answers ?? {};
  return { ...request, answers: agree(answers, asking, choice) };
}

export function draftResult({ request, read }: DecidedPage): PublishResult | undefined {
  const { draft } = read.page.frontMatter;
  if (draft === undefined || answerTo(draftAsking(draft), request.answers ?? {}) !== undefined) {
    return undefined;
  }
  const text = sentences(l10n.t('The page is kept back.'), draft, l10n.t('Nothing was sent.'));
  return {
    uri: request.uri,
    report: { severity: 'warning', text, actions: ['publishAnyway'], isModal: true },
    next: { publishAnyway: withAnswer(request, draftAsking(draft), 'anyway') },
  };
}

export function unchangedResult(
  request: PublishRequest,
  { target, aboutPage }: { readonly target: Target; readonly aboutPage: Asking | undefined },
  address: string | undefined,
): PublishResult {
  const actions: readonly ResultAction[] = [
    ...(address === undefined ? [] : ['openInWiki' as const]),
    'publishAnyway',
  ];
  const next = aboutPage && { publishAnyway: withAnswer(request, unchangedAsking(aboutPage), 'anyway') };
  return {
    uri: request.uri,
    report: { severity: 'information', text: unchangedText(target), actions },
    next: next ?? {},
    address,
  };
}

/** Unless the person is looking at the change, the report is modal, since a notification could vanish unseen. */
export function wikiChangeResult(
  { change, page }: { readonly change: WikiChange; readonly page: Asking },
  { title }: Target,
  request: ConfirmedRequest,
  {
    now,
    exporting,
    address,
    isLooking,
  }: { now: number; exporting: Exporting; address: string | undefined; isLooking: boolean },
): PublishResult {
  const { isViewable, isMergeable, goesOn } = changeKinds[change.kind];
  const text = sentences(
    wikiChangeText(title, change, now),
    l10n.t('Nothing was sent.'),
    isMergeable ? mergingText(exporting) : '',
  );
  const looks: readonly ResultAction[] = [
    ...(exporting === 'signedIn' ? (['updateFromWiki', 'compare'] as const) : (['signInToCompare'] as const)),
    ...(address === undefined ? [] : ['openInWiki' as const]),
  ];
  const actions: readonly ResultAction[] = [...(isViewable ? looks : []), goesOn];
  const overwrite = change.kind === 'there' || (!makesPage(change) && request.confirmed.overwrite);
  return {
    uri: request.uri,
    report: { severity: 'warning', text, actions, isModal: !isLooking },
    next: {
      openInWiki: { ...request, isOnlyLooking: true },
      [goesOn]: {
        ...request,
        answers: publishingOver(request.answers ?? {}, page, change),
        confirmed: { ...request.confirmed, overwrite },
      },
    },
    address,
  };
}

type Exporting = Awaited<ReturnType<Host['exportState']>>;

function mergingText(exporting: Exporting): string {
  switch (exporting) {
    case 'signedIn':
      return '';
    case 'signedOut':
      return l10n.t('Once you are signed in, you can merge the change into your file.');
    case 'notSetUp':
      return l10n.t(
        'To merge the change into your file, sign in for export: an administrator gives you what that takes.',
      );
  }
}

/**
 * `reason`: undefined if the person has to answer a question first. `expired`: the connection whose
 * token has expired, if that is the reason.
 */
export function notPublishedOnSaveResult(
  { uri }: PublishRequest,
  name: string,
  reason: string,
  expired?: Connection,
): PublishResult {
  const text = sentences(l10n.t('{0} was not published.', plainLine(name)), reason);
  const next = { uri, policy: policies.publish };
  return {
    uri,
    report: { severity: 'warning', text, actions: [expired ? 'replaceToken' : 'publish'] },
    next: { publish: next, replaceToken: next },
    connection: expired,
  };
}

/**
 * Returns the request that each button of the report continues with. `seen`: what the person agrees to replace by
 * pressing Replace Page.
 */
export function requestsAfterOutcome(
  goOn: ConfirmedRequest,
  seen: Asking | undefined,
): PublishResult['next'] {
  const from = (first: PublishRequest['from']): PublishRequest => ({
    ...goOn,
    from: first,
    confirmed: undefined,
  });
  return {
    tryAgain: goOn,
    replaceToken: goOn,
    changeTitle: from('title'),
    changeTarget: from('destination'),
    overwrite: {
      ...(seen ? withAnswer(goOn, seen, 'replace') : goOn),
      confirmed: { ...goOn.confirmed, overwrite: true },
    },
  };
}
