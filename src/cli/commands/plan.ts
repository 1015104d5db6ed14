import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { targetOf, type PlanRow } from '../../core/plan/row';
import { planTitle } from '../../services/plan/planTexts';
import { Bounds } from '../unattended/bounds';
import { counted } from '../output/counted';
import { readAllowed, readConnection, readPlatform } from '../environment/environment';
import { findingOf, isSettled, lookUpPlaceNames, namedOrigins, withPageThere } from './findings';
import { authorityOf, inTerminal, refuseNothing, requestFor, textOption, type Calling } from './opening';
import { OtherConnections, connectionName } from './otherConnections';
import { PagesThere } from '../unattended/pagesThere';
import { refuseMarkdown } from '../output/reportFile';
import type { CommandResult } from '../output/result';
import { savePlan } from './savedPlan';
import { settledUnattended, unwatched } from '../unattended/unattended';
import type { Called } from '../environment/usage';
import { exitCodes, UsageError } from '../environment/usageError';

export async function plan(called: Called, calling: Calling): Promise<CommandResult> {
  const { environment } = calling;
  const saving = textOption(called, 'save');
  if (saving !== undefined) {
    refuseMarkdown(saving);
  }
  const connection = readConnection(environment, connectionName(called));
  const given = { connection, platform: readPlatform(environment) };
  return inTerminal(called, calling, given, async (terminal, uris, state, ignored) => {
    const planned = await terminal.runs.plan(requestFor(terminal, uris, ignored), {
      watch: unwatched,
    });
    if (planned === undefined) {
      throw new UsageError(l10n.t('Cancelled.'));
    }
    const others = new OtherConnections(called);
    const shown = planned.without((row) => others.isLeftOut(row));
    refuseNothing(planned.rows.length, called);
    const bounds = new Bounds(readAllowed(environment), terminal.services.records);
    const there = new PagesThere(terminal.services);
    const authority = authorityOf(called, bounds, uris, { state, there });
    const { plan: settled, checked, reasons } = await settledUnattended(shown, bounds, authority);
    await lookUpPlaceNames(terminal, settled);
    if (saving !== undefined) {
      await savePlan(path.resolve(calling.folder, saving), { plan: settled, checked });
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
      checked.has(row.file.uri) ? stopping.get(row.file.uri) !== true : isSettled(row.status),
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
  const isMade = targetOf(row)?.overwrite === false && (kind === 'new' || kind === 'foreign');
  return isMade ? { ...row, status: { kind: isThere === true ? 'foreign' : 'new' } } : row;
}
