import * as l10n from '@vscode/l10n';
import { nameAmong, withConnectionName, type Connection } from '../../core/connection/connection';
import { countWarnings } from '../../core/page/countWarnings';
import { contentForTitle } from '../../core/publish/contentForTitle';
import { placeOf } from '../../core/publish/recordChanges';
import type { Asking } from '../../core/publish/answers';
import { isStillDecided } from '../../core/publish/decide';
import type { Decision } from '../../core/publish/decision';
import type { WikiPage } from '../../core/records/wikiPage';
import { fileOutcomeOf } from '../../core/plan/fileOutcome';
import { rowOf } from '../../core/plan/needs';
import { parentUriOf } from '../../core/plan/row';
import { quoteTitle, withoutCommandLinks } from '../../core/text/plainLine';
import { isAccepted, type Outcome } from '../../core/wiki/outcome';
import { reportOnOutcome } from '../../core/wiki/outcomeReport';
import { acceptedSendOf } from '../wiki/pagesInWiki';
import { outcomeContext } from '../wiki/outcomeContext';
import { openableUnasked } from '../wiki/pageToOpen';
import { sendPage, type PageToSend } from '../wiki/sendPage';
import type { PageWithText } from './readForPublish';
import { shownProblems } from '../page/shownProblems';
import { requestsAfterOutcome, type SendResult } from './publishResult';
import type { Person } from './host';
import type { DecidedPage, PublishContext } from './decidedPage';
import type { ConfirmedRequest, ConfirmedTarget } from './request';
import type { Services } from '../services';

export interface PreparedSend extends PageToSend {
  readonly connection: Connection;
  readonly read: PageWithText;
  /** The file of the parent page, in a tree. */
  readonly parentUri: string | undefined;
  /** What a person sees of the page now. */
  readonly aboutPageNow: () => Asking | undefined;
}

/** `isStillDecided` of the result decides again, with the records at the time of the send, and compares with `row`. */
export function prepareSend(
  { records }: Pick<Services, 'records'>,
  { row, input, read }: Pick<DecidedPage, 'row' | 'input' | 'read'>,
  to: Pick<PreparedSend, 'connection' | 'destination' | 'token' | 'agreedChange'>,
): PreparedSend {
  const decideNow = (): Decision | undefined => {
    const { ofFile, recordAt, recordsOfTitleInSpace } = records.index;
    const now = { ...input, ownRecords: ofFile(input.file), recordAt, recordsOfTitleInSpace };
    return rowOf({ ...row.file, input: now }, row.answers).decision;
  };
  return {
    ...to,
    read,
    file: input.file,
    content: contentForTitle(read.page, to.destination.target.title),
    parentUri: parentUriOf(row),
    isStillDecided: () => isStillDecided(row.decision, decideNow()),
    aboutPageNow: () => decideNow()?.aboutPage,
  };
}

export function confirmedOf({
  destination: { endpoint, target },
}: Pick<PageToSend, 'destination'>): ConfirmedTarget {
  return { endpoint, ...target };
}

/**
 * The caller holds the file’s lock. `goOn`: the request that the report’s buttons continue with. Undefined if
 * the decision has changed meanwhile, so nothing was sent.
 */
export async function sendPrepared(
  { services, host }: PublishContext,
  ready: PreparedSend,
  goOn: ConfirmedRequest,
  person: Pick<Person, 'watch'>,
): Promise<SendResult | undefined> {
  const { records, recentPlaces, names, log } = services;
  const { destination, connection, content } = ready;
  const { endpoint, target } = destination;
  const { uri } = goOn;
  const isFirst = records.index.recordAt(placeOf(destination))?.published === undefined;
  const connectionName = nameAmong(services.settings.read().connections, endpoint);
  const title = l10n.t(
    'Publishing {0} under {1}',
    quoteTitle(target.title),
    withConnectionName(names.text({ endpoint, ...target }), connectionName),
  );
  const sending = {
    ...services,
    log: log.exchange.bind(log),
    failed: (error: unknown) => log.error(error),
  };
  const { outcome, recorded, isStale } = await person.watch(withoutCommandLinks(title), (signal, progress) =>
    sendPage(sending, ready, { signal, cancel: 'abort', progress }),
  );
  if (isStale) {
    return undefined;
  }
  if (isAccepted(outcome)) {
    // A file of a tree goes under the page of another file, which the person did not choose.
    void (ready.parentUri === undefined && recentPlaces.remember(endpoint, target));
    host.happened({ kind: 'published', uri, content });
  }
  const { page: sent, text, settings, isUnsaved } = ready.read;
  // The page was sent, so a keyring that fails now must not lead to an error.
  const canLookUp = await services.inWiki.canLookUp(endpoint).catch((error: unknown) => {
    log.error(error);
    return true;
  });
  const warnings = isAccepted(outcome)
    ? countWarnings(
        { text, problems: await shownProblems({ page: sent, wiki: endpoint }, () => canLookUp) },
        settings.severities,
      )
    : undefined;
  const openable = canLookUp ? 'page' : openableUnasked(services, placeOf(destination));
  const context = {
    ...outcomeContext(services, ready, warnings),
    ...{ canLookUp, connectionName, openable, isUnsaved },
  };
  // Not awaited, so that the outcome is reported before the page is looked up.
  const page = recorded
    .then(() => {
      host.happened({ kind: 'sentAlone', uri, destination, outcome: fileOutcomeOf(outcome, context) });
      return findPage({ services, host }, ready, outcome);
    })
    .catch(() => undefined);
  const report = reportOnOutcome(outcome, context);
  log.info(report.text);
  return {
    uri,
    report,
    next: requestsAfterOutcome(goOn, ready.aboutPageNow()),
    connection,
    sent: { destination, isFirst, outcome, recorded, page },
  };
}

async function findPage(
  { services, host }: PublishContext,
  { file, destination }: PreparedSend,
  outcome: Outcome,
): Promise<WikiPage | undefined> {
  if (!isAccepted(outcome)) {
    return undefined;
  }
  const [page] = await services.inWiki.lookUpPublished([acceptedSendOf(destination, outcome)]);
  if (page?.address !== undefined) {
    host.happened({ kind: 'found', uris: [file.uri] });
  }
  return page ?? services.records.index.recordAt(placeOf(destination))?.wiki;
}
