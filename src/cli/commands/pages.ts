import * as l10n from '@vscode/l10n';
import { ownPages } from '../../core/publish/ownPages';
import type { PageRecord } from '../../core/records/pageRecord';
import { statusLabel } from '../../core/plan/pageStatus';
import type { PlanRow } from '../../core/plan/row';
import { ago } from '../../core/text/relativeTime';
import { statusOfPage } from '../../core/view/pageState';
import { isThere } from '../../services/workspace/goneFiles';
import { pathFromRoot } from '../../services/workspace/workspace';
import { chosenBy } from '../workspace/fileArguments';
import { counted } from '../output/counted';
import { readConnection, readPlatform } from '../environment/environment';
import { inTerminal, requestFor, textOption, type CommandContext } from './opening';
import { OtherConnections, connectionName } from './otherConnections';
import type { Finding, CommandResult } from '../output/result';
import type { Terminal } from './terminal';
import { unwatched } from '../unattended/unattended';
import type { ParsedArguments } from '../environment/usage';
import { exitCodes, UsageError } from '../environment/usageError';

export async function pages(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  if (textOption(parsed, 'state') === undefined) {
    throw new UsageError(l10n.t('Which file is which page is known from --state.'));
  }
  const connection = readConnection(context.environment, connectionName(parsed));
  const given = { connection, platform: readPlatform(context.environment) };
  return inTerminal(parsed, context, given, async (terminal, uris) => {
    const plan = await terminal.runs.plan(
      requestFor(terminal, uris, () => undefined),
      { watch: unwatched },
    );
    const others = new OtherConnections(parsed);
    const rows = plan?.without((row) => others.isLeftOut(row)).rows ?? [];
    const { records } = terminal.services.records.last;
    await terminal.services.names.lookUp(records.map(({ place }) => place));
    const isChosen = chosenBy(uris);
    const rowOf = findRows(rows);
    const told = records
      .map((record) => ({ record, own: rowOf(record) }))
      .filter(({ record, own }) => own !== undefined || isChosen(record.file.uri));
    const found = await Promise.all(told.map(({ record, own }) => findingOf(record, own, terminal)));
    const known = new Set(told.map(({ own }) => own));
    const without = await Promise.all(
      rows.filter((row) => !known.has(row)).map((row) => findingOf(undefined, row, terminal)),
    );
    const findings = [...found, ...without].sort((one, other) => (one.file < other.file ? -1 : 1));
    const summary = l10n.t(
      '{0}, {1} without one.',
      counted(found.length, 'page'),
      counted(without.length, 'file'),
    );
    return { findings, summary: others.summary(summary), exitCode: exitCodes.done };
  });
}

/** Returns what finds the row of the file that made a page, or else of the one that goes on with it. */
function findRows(rows: readonly PlanRow[]): (record: PageRecord) => PlanRow | undefined {
  const byUri = new Map(rows.map((row) => [row.file.uri, row]));
  const byRecord = new Map(
    rows.flatMap((row) => {
      const { input } = row.file;
      return input === undefined ? [] : ownPages(input, input.own).map(({ id }) => [id, row]);
    }),
  );
  return ({ id, file }) => byUri.get(file.uri) ?? byRecord.get(id);
}

async function findingOf(
  record: PageRecord | undefined,
  row: PlanRow | undefined,
  { services, workspace }: Terminal,
): Promise<Finding> {
  const { place, published, file } = record ?? {};
  const status =
    row !== undefined
      ? statusOfPage(record, row)
      : file && (await isThere(file))
        ? ({ kind: 'other' } as const)
        : ({ kind: 'gone', reason: l10n.t('Its page stays in the wiki.') } as const);
  const time = row && published && l10n.t('Published {0}.', ago(published.publishedAt, services.now()));
  return {
    file: row?.file.path ?? pathFromRoot(workspace, file?.uri ?? '') ?? '',
    severity: 'information',
    code: status.kind,
    label: statusLabel(status),
    message: [status.reason, time].filter(Boolean).join(' '),
    title: place?.title ?? row?.file.title ?? '',
    ...(place && { destination: services.names.text(place) }),
  };
}
