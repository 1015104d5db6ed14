import * as l10n from '@vscode/l10n';
import path from 'node:path';
import type { PlanRow } from '../../core/plan/row';
import { planTitle } from '../../services/plan/planTexts';
import { Bounds } from '../unattended/bounds';
import { countText } from '../output/countText';
import { readAllowedPlaces, readConnection, readPlatformCredentials } from '../environment/environment';
import {
  findingOfRow,
  needsNothing,
  lookUpPlaceNames,
  namedOrigins,
  replacedTexts,
  withExistingPage,
} from './findings';
import {
  authorityOf,
  withTerminal,
  requireFiles,
  runRequestFor,
  textOption,
  type CommandContext,
} from './withTerminal';
import { OtherConnections, connectionName } from './otherConnections';
import { ExistingPages } from '../../services/wiki/existingPages';
import { refuseMarkdownName } from '../output/reportFile';
import type { CommandResult } from '../output/result';
import { savePlan } from './savedPlan';
import { answerUnattended, withoutProgress } from '../unattended/unattended';
import type { ParsedArguments } from '../environment/usage';
import { exitCodes, UsageError } from '../environment/usageError';

export async function plan(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const { environment } = context;
  const saving = textOption(parsed, 'save');
  if (saving !== undefined) {
    refuseMarkdownName(saving);
  }
  const connection = readConnection(environment, connectionName(parsed));
  const given = { connection, platform: readPlatformCredentials(environment) };
  return withTerminal(parsed, context, given, async (terminal, uris, state, ignored) => {
    const planned = await terminal.runs.plan(runRequestFor(terminal, uris, ignored), {
      watch: withoutProgress,
    });
    if (planned === undefined) {
      throw new UsageError(l10n.t('Cancelled.'));
    }
    const others = new OtherConnections(parsed);
    const shown = planned.without((row) => others.leaveOut(row));
    requireFiles(planned.rows.length, parsed);
    const bounds = new Bounds(readAllowedPlaces(environment), terminal.services);
    const there = new ExistingPages(terminal.services);
    const answer = await answerUnattended(shown, bounds, authorityOf(parsed, uris, state));
    const { plan: answered, checked, reasons, replaced } = answer;
    await lookUpPlaceNames(terminal, answered);
    if (saving !== undefined) {
      await savePlan(path.resolve(context.workingDirectory, saving), answer);
    }
    const stopping = await there.findExisting(answered.runFiles(checked));
    const rows = answered
      .rowsIfChecked(checked)
      .map((row) => withLookedUpStatus(row, stopping.get(row.file.uri)));
    const told = { reasons, replaced: await replacedTexts(replaced, terminal) };
    const before = new Map(shown.rows.map((row) => [row.file.uri, row]));
    const isWithin = await bounds.within(answered);
    const findings = rows.map((row) => {
      const finding = withExistingPage(row, findingOfRow(row, terminal, checked, isWithin, told), {
        stopping,
        reasons,
      });
      return finding.destination === undefined
        ? finding
        : { ...finding, origins: namedOrigins(before.get(row.file.uri) ?? row) };
    });
    const title = l10n.t('Plan');
    const counted = rows.map((row) =>
      replaced.has(row.file.uri) ? { ...row, status: { kind: 'changed' as const } } : row,
    );
    const summary = rows.length === 0 ? `${title}: ${countText(0, 'file')}` : planTitle(title, counted);
    const isAllSettled = rows.every((row) =>
      checked.has(row.file.uri) ? stopping.get(row.file.uri) !== true : needsNothing(row.status),
    );
    return {
      findings,
      summary: others.addToSummary(summary),
      exitCode: isAllSettled ? exitCodes.done : exitCodes.needsPerson,
    };
  });
}

/** A page to create becomes `replaces` if a lookup found it, which the records alone do not tell; otherwise `new`. */
function withLookedUpStatus(row: PlanRow, isThere: boolean | undefined): PlanRow {
  const { kind } = row.status;
  const isMade = row.decision?.target?.overwrite === false && (kind === 'new' || kind === 'replaces');
  const asking = row.decision?.aboutPage;
  const { scope, canLookUp = true } = row.question ?? {};
  const choices = ['stop', 'replace'] as const;
  return isMade
    ? {
        ...row,
        status:
          isThere === true && asking
            ? { kind: 'replaces', choices, asking, scope, canLookUp }
            : { kind: 'new' },
      }
    : row;
}
