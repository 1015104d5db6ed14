import * as l10n from '@vscode/l10n';
import { formatTime, isExpired } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { unchangedText } from '../../core/publish/stopReport';
import { parentProblemText, parentNotFoundReason } from '../../core/publish/tree';
import type { Parsed } from '../../core/text/parsed';
import type { PageWithText } from './readForPublish';
import { targetToSend } from '../../core/publish/decide';
import { isExcluded } from '../../core/plan/row';
import { isPlacedFile } from '../../core/plan/runFile';
import { allowMark } from '../../core/page/marks';
import { placeOf } from '../../core/publish/recordChanges';
import type { PublishContext } from './decidedPage';
import { TouchedPages } from '../wiki/touchedPages';
import { touchedBy } from './pageLookup';
import { beginReading, planOneDocument, type FileToRead, type PlanOfOne } from './reading';
import { prepareSend, type PreparedSend } from './preparedSend';

export interface UnaskedPublish extends Omit<PlanOfOne, 'plan'> {
  /** Undefined if the document can’t or need not be sent, or only after an answer. */
  readonly ready: PreparedSend | undefined;
  /** Why the document is not ready; undefined also if it is a draft, or only an answer is missing. */
  readonly obstacle: string | undefined;
  /** The connection whose token has expired, if that is the obstacle. */
  readonly expired?: Connection;
}

interface UnaskedOptions {
  /** Read instead of the document’s own text: on a save, the text on the disk. */
  readonly text?: string | undefined;
  /** Nothing is looked up in the wiki for a document that is not wanted. */
  readonly isWanted?: (page: PageWithText) => boolean;
}

/** Reads the document and decides, without asking a person, whether it can be sent now; sends nothing. */
export async function readUnasked(
  { services, host }: PublishContext,
  file: FileToRead,
  { text, isWanted = () => true }: UnaskedOptions = {},
): Promise<UnaskedPublish> {
  const { inWiki, tokens } = services;
  const uri = file.uri.toString();
  const reading = await beginReading(services, host);
  const first = await planOneDocument(
    file,
    async (endpoint) => withSecretsAsErrors(await reading.readWith(uri, { text, endpoint })),
    reading,
    { pageId: (parent) => inWiki.pageId(parent) },
  );
  const { read } = first;
  const { plan, row } =
    read.value !== undefined && isWanted(read.value) ? await withFoundPage(services, first) : first;
  const [page] = plan.runFiles(new Set([uri]));
  const { connection, publishedBy } = row.decision ?? {};
  const decided = targetToSend(row.decision);
  const { input } = row.file;
  const isOthers = publishedBy !== undefined;
  if (!isOthers && decided !== undefined && row.status.kind === 'unchanged') {
    return { row, read, ready: undefined, obstacle: unchangedText(decided) };
  }
  if (
    isOthers ||
    page === undefined ||
    connection === undefined ||
    input === undefined ||
    read.value === undefined
  ) {
    const obstacle = row.status.kind === 'draft' ? undefined : row.status.reason;
    return { row, read, ready: undefined, obstacle };
  }
  if (!isPlacedFile(page)) {
    const { endpoint, path = '' } = { ...page.destination, ...page.awaitedParent };
    const problem = parentNotFoundReason(await services.lookups.platformTokenStatus(endpoint));
    return { row, read, ready: undefined, obstacle: parentProblemText(path, problem) };
  }
  // What a person agreed to stays: nobody is asked now.
  const { publishOnSave: _, ...planned } = page.destination;
  const isOnSave = services.records.index.recordAt(placeOf(planned))?.publishOnSave === true;
  const destination = { ...planned, ...(isOnSave && { publishOnSave: true }) };
  const { endpoint } = destination;
  // Who wrote the file may have written the “wiki:allow” mark, too.
  if (read.value.text.search(allowMark) >= 0) {
    const obstacle = l10n.t(
      'It has a “wiki:allow” mark, which may hide a secret: a person has to publish it.',
    );
    return { row, read, ready: undefined, obstacle };
  }
  const token = await tokens.get(endpoint);
  if (token === undefined) {
    return { row, read, ready: undefined, obstacle: l10n.t('There is no API token.') };
  }
  if (isExpired(token, services.now())) {
    const obstacle = l10n.t('The API token expired on {0}.', formatTime(token.expiresAt));
    return { row, read, ready: undefined, obstacle, expired: connection };
  }
  const ready = prepareSend(services, { row, input, read: read.value }, { connection, destination, token });
  return { row, read, ready, obstacle: undefined };
}

/** Looks up who made or changed the page that would be replaced, or that is where a new one would be. */
async function withFoundPage(
  services: PublishContext['services'],
  { plan, row }: Pick<PlanOfOne, 'plan' | 'row'>,
): Promise<Pick<PlanOfOne, 'plan' | 'row'>> {
  const { decision, file } = row;
  if (
    decision === undefined ||
    file.input === undefined ||
    isExcluded(row) ||
    row.status.kind === 'unchanged'
  ) {
    return { plan, row };
  }
  const { changedInWiki, foundAt } = await new TouchedPages(services).look(
    touchedBy({ decision, input: file.input }),
  );
  const found = plan.withPagesThere(foundAt).withChanges(changedInWiki);
  return { plan: found, row: found.rows[0] ?? row };
}

/** An agent can write files and settings, so no setting can lower the severity of secrets and passwords here. */
function withSecretsAsErrors(read: Parsed<PageWithText>): Parsed<PageWithText> {
  if (read.problem !== undefined) {
    return read;
  }
  const { settings } = read.value;
  const severities = { ...settings.severities, secret: 'error', password: 'error' } as const;
  return { value: { ...read.value, settings: { ...settings, severities } } };
}
