import * as l10n from '@vscode/l10n';
import { ownRecordsOf } from '../../core/publish/ownRecords';
import type { FileIdentity } from '../../core/records/fileIdentity';
import type { PageRecord } from '../../core/records/pageRecord';
import { goneState, type State } from '../../core/publish/states';
import type { PlanRow } from '../../core/plan/row';
import { relativeTimeText } from '../../core/text/relativeTime';
import { pageState } from '../../core/view/pageState';
import { isAssumedToExist, isLeftOutBySparseCheckout } from '../../services/workspace/goneFiles';
import { pathFromRoot } from '../../services/workspace/workspace';
import { uriFilter } from '../workspace/fileArguments';
import { countText } from '../output/countText';
import { readConnection, readPlatformCredentials } from '../environment/environment';
import { withTerminal, runRequestFor, textOption, type CommandContext } from './withTerminal';
import { wordsOf } from './findings';
import { OtherConnections, connectionName } from './otherConnections';
import type { Finding, CommandResult } from '../output/result';
import type { Terminal } from './terminal';
import { withoutProgress } from '../unattended/unattended';
import type { ParsedArguments } from '../environment/usage';
import { exitCodes, UsageError } from '../environment/usageError';

export async function pages(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  if (textOption(parsed, 'state') === undefined) {
    throw new UsageError(l10n.t('Which file is which page is known from --state.'));
  }
  const connection = readConnection(context.environment, connectionName(parsed));
  const given = { connection, platform: readPlatformCredentials(context.environment) };
  return withTerminal(parsed, context, given, async (terminal, uris) => {
    const plan = await terminal.runs.plan(
      runRequestFor(terminal, uris, () => undefined),
      { watch: withoutProgress },
    );
    const others = new OtherConnections(parsed);
    const rows = plan?.without((row) => others.leaveOut(row)).rows ?? [];
    const { records } = terminal.services.records.index;
    await terminal.services.names.lookUp(records.map(({ place }) => place));
    const isChosen = uriFilter(uris);
    const rowOf = findRows(rows);
    const told = records
      .map((record) => ({ record, own: rowOf(record) }))
      .filter(({ record, own }) => own !== undefined || isChosen(record.file.uri));
    const found = await Promise.all(told.map(({ record, own }) => pageFinding(record, own, terminal)));
    const known = new Set(told.map(({ own }) => own));
    const without = await Promise.all(
      rows.filter((row) => !known.has(row)).map((row) => pageFinding(undefined, row, terminal)),
    );
    const findings = [...found, ...without].sort((one, other) => (one.file < other.file ? -1 : 1));
    const summary = l10n.t(
      '{0}, {1} without one.',
      countText(found.length, 'page'),
      countText(without.length, 'file'),
    );
    return { findings, summary: others.addToSummary(summary), exitCode: exitCodes.done };
  });
}

function findRows(rows: readonly PlanRow[]): (record: PageRecord) => PlanRow | undefined {
  const byUri = new Map(rows.map((row) => [row.file.uri, row]));
  const byRecord = new Map(
    rows.flatMap((row) => {
      const { input } = row.file;
      return input === undefined ? [] : ownRecordsOf(input, input.ownRecords).map(({ id }) => [id, row]);
    }),
  );
  return ({ id, file }) => byUri.get(file.uri) ?? byRecord.get(id);
}

async function pageFinding(
  record: PageRecord | undefined,
  row: PlanRow | undefined,
  { services, workspace }: Terminal,
): Promise<Finding> {
  const { place, published, file } = record ?? {};
  const status: State =
    row !== undefined
      ? pageState(record, row)
      : file && (await isAssumedToExist(file))
        ? { kind: 'other', reason: await missingText(file) }
        : goneState();
  const time =
    row && published && l10n.t('Published {0}.', relativeTimeText(published.publishedAt, services.now()));
  return {
    file: row?.file.path ?? pathFromRoot(workspace, file?.uri ?? '') ?? '',
    severity: 'information',
    ...wordsOf(status),
    message: [status.reason, time].filter(Boolean).join(' '),
    title: place?.title ?? row?.file.title ?? '',
    ...(place && { destination: services.names.text(place) }),
  };
}

async function missingText(file: FileIdentity): Promise<string> {
  return (await isLeftOutBySparseCheckout(file))
    ? l10n.t('This sparse checkout leaves it out. “git sparse-checkout add” brings its folder.')
    : '';
}
