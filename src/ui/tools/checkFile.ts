import * as l10n from '@vscode/l10n';
import { formatTime, isExpired, type ApiToken } from '../../core/connection/apiToken';
import { allowMark } from '../../core/page/regions';
import { contentUnder } from '../../core/publish/content';
import { placeOf } from '../../core/publish/pageChanges';
import type { PageRecord } from '../../core/publish/pageRecord';
import { unchangedReport } from '../../core/publish/stopReport';
import { aboveProblem, notFoundWith } from '../../core/publish/tree';
import type { Row } from '../../core/run/row';
import type { RunFile } from '../../core/run/runFile';
import type { TokenStanding } from '../../core/wiki/platformToken';
import { hashOf } from '../../services/publish/hashOf';
import type { FoundFile } from '../../services/run/findFiles';
import { beginReading, planOfOne } from '../../services/flow/reading';
import type { ReadyToSend } from '../../services/flow/sendReady';
import type { ReadFileDependencies, ReadText } from '../../services/run/readFile';
import type { WindowServices } from '../windowServices';
import { rowDetail, sectionLabel } from '../../services/flow/planTexts';

/** What publishing a file would do, by the same plan as that of a run. */
export interface CheckedFile {
  readonly row: Row;
  /** Undefined if the file can’t be read. */
  readonly read: ReadText | undefined;
  /** What the person has to do or decide before the file can be published. */
  readonly obstacle: string | undefined;
  readonly publishable: Publishable | undefined;
}

/** A page that can be published once the person confirms it. */
export interface Publishable {
  readonly ready: ReadyToSend;
  /** The page that would be replaced. */
  readonly replaced: PageRecord | undefined;
  /** A hash of the text, the destination and the page, with which a later call detects changes. */
  readonly fingerprint: string;
}

export async function checkFile(publishing: WindowServices, file: FoundFile<string>): Promise<CheckedFile> {
  const { inWiki } = publishing;
  const reading = await beginReading(publishing, publishing.flow.host);
  const {
    plan,
    row,
    read: found,
  } = await planOfOne(
    file,
    async (endpoint) => withSecrets(await reading.read(file.uri, endpoint)),
    reading,
    { changes: (records) => inWiki.changes(records), pageId: (uri) => inWiki.pageId(uri) },
  );
  const { connection, target } = row.decision ?? {};
  if (connection !== undefined && target !== undefined) {
    // Not awaited, since the destination has the IDs.
    void publishing.names.lookUp([{ endpoint: connection.endpoint, ...target }]);
  }
  const checked = { row, read: found.value };
  const [page] = plan.runFiles(new Set([row.file.uri]));
  const token = connection && (await publishing.tokens.get(connection.endpoint));
  const question = [sectionLabel(row.section), rowDetail(row, publishing.names)].filter(Boolean).join(': ');
  const standing = connection && (await publishing.lookups.standing(connection.endpoint));
  const obstacle =
    page === undefined ? (row.reason ?? question) : obstacleTo(row, page, found.value, { token, standing });
  if (obstacle !== undefined || !page || !connection || !token || !found.value) {
    return { ...checked, obstacle, publishable: undefined };
  }
  const { destination } = page;
  const content = contentUnder(found.value.page, destination.target.title);
  const replaced = reading.index.at(placeOf(destination));
  const about = [page.file, destination, content, row.decision?.change.kind, replaced?.published];
  return {
    ...checked,
    obstacle,
    publishable: {
      ready: { file: page.file, connection, destination, content, token },
      replaced,
      fingerprint: hashOf(JSON.stringify(about)).slice(0, 16),
    },
  };
}

/** Returns why a page that needs no decision can’t be published; undefined if it can. */
function obstacleTo(
  { section }: Row,
  { destination, above }: RunFile,
  read: ReadText | undefined,
  { token, standing }: { readonly token: ApiToken | undefined; readonly standing: TokenStanding | undefined },
): string | undefined {
  if (section === 'unchanged') {
    return unchangedReport(destination.target).text;
  }
  if (above !== undefined) {
    return aboveProblem(above.path, notFoundWith(standing));
  }
  // The model that calls the tool may have written the mark itself.
  if ((read?.text.search(allowMark) ?? -1) >= 0) {
    return l10n.t('It has a “wiki:allow” mark, which may hide a secret: a person has to publish it.');
  }
  if (token === undefined) {
    return l10n.t('There is no API token.');
  }
  return isExpired(token, Date.now())
    ? l10n.t('The API token expired on {0}.', formatTime(token.expiresAt))
    : undefined;
}

type Read = Awaited<ReturnType<ReadFileDependencies['read']>>;

/** Treats secrets and passwords as errors, whatever the settings say. */
function withSecrets(read: Read): Read {
  if (read.problem !== undefined) {
    return read;
  }
  const { settings } = read.value;
  const severities = { ...settings.severities, secret: 'error', password: 'error' } as const;
  return { value: { ...read.value, settings: { ...settings, severities } } };
}
