import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { targetOf, type PlanRow } from '../../core/plan/row';
import { planTitle } from '../../services/plan/planTexts';
import { AllowedDestinations } from '../unattended/allowedDestinations';
import { counted } from '../output/counted';
import { readAllowed, readConnection, readPlatform } from '../environment/environment';
import { findingOf, needsNothing, lookUpPlaceNames, namedOrigins, withPageThere } from './findings';
import {
  authorityOf,
  inTerminal,
  requireFiles,
  requestFor,
  textOption,
  type CommandContext,
} from './opening';
import { OtherConnections, connectionName } from './otherConnections';
import { PagesThere } from '../unattended/pagesThere';
import { refuseMarkdown } from '../output/reportFile';
import type { CommandResult } from '../output/result';
import { savePlan } from './savedPlan';
import { answerUnattended, unwatched } from '../unattended/unattended';
import type { ParsedArguments } from '../environment/usage';
import { exitCodes, UsageError } from '../environment/usageError';

export async function plan(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const { environment } = context;
  const saving = textOption(parsed, 'save');
  if (saving !== undefined) {
    refuseMarkdown(saving);
  }
  const connection = readConnection(environment, connectionName(parsed));
  const given = { connection, platform: readPlatform(environment) };
  return inTerminal(parsed, context, given, async (terminal, uris, state, ignored) => {
    const planned = await terminal.runs.plan(requestFor(terminal, uris, ignored), {
      watch: unwatched,
    });
    if (planned === undefined) {
      throw new UsageError(l10n.t('Cancelled.'));
    }
    const others = new OtherConnections(parsed);
    const shown = planned.without((row) => others.isLeftOut(row));
    requireFiles(planned.rows.length, parsed);
    const bounds = new AllowedDestinations(readAllowed(environment), terminal.services.records);
    const there = new PagesThere(terminal.services);
    const authority = authorityOf(parsed, bounds, uris, { state, there });
    const { plan: settled, checked, reasons } = await answerUnattended(shown, bounds, authority);
    await lookUpPlaceNames(terminal, settled);
    if (saving !== undefined) {
      await savePlan(path.resolve(context.folder, saving), { plan: settled, checked });
    }
    const stopping = await there.stopping(settled.runFiles(checked));
    const rows = settled.rowsWith(checked).map((row) => madeOrThere(row, stopping.get(row.file.uri)));
    const before = new Map(shown.rows.map((row) => [row.file.uri, row]));
    const isWithin = bounds.within(settled);
    const findings = rows.map((row) => {
      const finding = withPageThere(row, findingOf(row, terminal, checked, isWithin, reasons), stopping);
      return finding.destination === undefined
        ? finding
        : { ...finding, origins: namedOrigins(before.get(row.file.uri) ?? row) };
    });
    const title = l10n.t('Plan');
    const summary = rows.length === 0 ? `${title}: ${counted(0, 'file')}` : planTitle(title, rows);
    const isAllSettled = rows.every((row) =>
      checked.has(row.file.uri) ? stopping.get(row.file.uri) !== true : needsNothing(row.status),
    );
    return {
      findings,
      summary: others.summary(summary),
      exitCode: isAllSettled ? exitCodes.done : exitCodes.needsPerson,
    };
  });
}

/** Returns the row of a page that is to be made, as far as it is there or not. */
function madeOrThere(row: PlanRow, isThere: boolean | undefined): PlanRow {
  const { kind } = row.status;
  const isMade = targetOf(row)?.overwrite === false && (kind === 'new' || kind === 'replaces');
  return isMade ? { ...row, status: { kind: isThere === true ? 'replaces' : 'new' } } : row;
}
