import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { formatTime, isExpired } from '../../core/connection/apiToken';
import { Plan } from '../../core/plan/plan';
import type { Run } from '../../core/plan/run';
import { runSummary } from '../../core/plan/runReport';
import { TerminalPerson } from './asking';
import { AllowedDestinations } from '../unattended/allowedDestinations';
import { isSomebodyThere, requireTrustedBuild } from '../environment/ci';
import {
  readAllowed,
  readConnection,
  readPlatform,
  readToken,
  type Environment,
} from '../environment/environment';
import { findingOf, findingsOf, needsNothing, lookUpPlaceNames } from './findings';
import { asText } from '../output/formats';
import {
  authorityOf,
  inTerminal,
  requireFiles,
  requestFor,
  textOption,
  type CommandContext,
} from './opening';
import { OtherConnections, connectionName } from './otherConnections';
import { maskedResult, type CommandResult } from '../output/result';
import { PagesThere } from '../unattended/pagesThere';
import { readSavedPlan, requireSamePlan } from './savedPlan';
import { doubtTouched, UnattendedPerson } from '../unattended/unattended';
import type { ParsedArguments } from '../environment/usage';
import { exitCodes } from '../environment/usageError';

export async function publish(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  saveMemory();
  const { environment, interrupted } = context;
  await requireTrustedBuild(environment);
  const connection = readConnection(environment, connectionName(parsed));
  const apiToken = await readToken(environment, textOption(parsed, 'token-file'));
  if (isExpired(apiToken, Date.now())) {
    const summary = l10n.t('The API token expired on {0}. Nothing was sent.', formatTime(apiToken.expiresAt));
    return { command: parsed.command, findings: [], summary, exitCode: exitCodes.token };
  }
  const asked = isAsked(parsed, environment);
  const savedIn = textOption(parsed, 'plan');
  const given = {
    ...{ connection, token: apiToken, platform: readPlatform(environment) },
    ...{ isAsked: asked, isPlanSaved: savedIn !== undefined },
  };
  const allowed = readAllowed(environment);
  const saved =
    savedIn === undefined ? undefined : await readSavedPlan(path.resolve(context.folder, savedIn));
  return inTerminal(parsed, context, given, async (terminal, uris, state, ignored) => {
    const bounds = new AllowedDestinations(allowed, terminal.services.records);
    const stop = (): void => terminal.runs.stop({ kind: 'cancelled', text: l10n.t('Cancelled.') });
    const begins = async (): Promise<void> => {
      await (person.settled && doubtTouched(person.settled, terminal.services.records));
      await state?.begin();
      // The command may have been interrupted while the files were read.
      if (interrupted.aborted) {
        stop();
      }
    };
    const show = async (plan: Plan): Promise<void> => {
      await lookUpPlaceNames(terminal, plan);
      const isWithin = bounds.within(plan);
      const findings = plan
        .rowsWith(plan.ticked)
        .map((row) => findingOf(row, terminal, plan.ticked, isWithin));
      const shown = { command: parsed.command, findings, summary: '', exitCode: exitCodes.done };
      process.stderr.write(asText(maskedResult(shown), process.stderr));
    };
    const there = new PagesThere(terminal.services);
    const authority = authorityOf(parsed, bounds, uris, { state, there });
    const person = asked
      ? new TerminalPerson(bounds, authority, show, begins)
      : new UnattendedPerson(
          bounds,
          authority,
          begins,
          (settled) => (saved === undefined ? undefined : requireSamePlan(saved, settled)),
          context.log,
        );
    interrupted.addEventListener('abort', stop);
    const others = new OtherConnections(parsed);
    const ended = await terminal.runs.publish(
      {
        ...requestFor(terminal, uris, ignored),
        isLeftOut: (row) => others.isLeftOut(row),
      },
      person,
    );
    await ended?.sent?.lookedUp;
    const { settled, run, reasons } = person;
    if (settled === undefined) {
      if (saved !== undefined) {
        requireSamePlan(saved, { plan: new Plan([]), checked: new Set() });
      }
      requireFiles(others.count, parsed);
      return { findings: [], summary: others.summary(l10n.t('Nothing was sent.')), exitCode: exitCodes.done };
    }
    const { checked } = settled;
    const left = settled.plan.rowsWith(checked).filter(({ file }) => !checked.has(file.uri));
    const isWithin = bounds.within(settled.plan);
    const unsent = left.map((row) => findingOf(row, terminal, checked, isWithin, reasons));
    const findings = [...(run === undefined ? [] : findingsOf(run, terminal)), ...unsent];
    const isUnchanged = left.every(({ status }) => needsNothing(status));
    const open = left.filter((row) => !needsNothing(row.status) && row.status.kind !== 'blocked').length;
    const summary = run === undefined ? l10n.t('Nothing was sent.') : runSummary(run, open);
    return {
      findings,
      summary: others.summary(summary),
      exitCode: exitCodeOf(run, isUnchanged, interrupted),
    };
  });
}

/**
 * Collects garbage earlier, since a run waits for the wiki and not for the processor: ten thousand files take half of
 * the memory, and no more time.
 */
function saveMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}

/** Whether a person is at the terminal who has not yet consented to a saved plan. */
function isAsked(parsed: ParsedArguments, environment: Environment): boolean {
  return (
    isSomebodyThere(environment) &&
    parsed.options['no-input'] !== true &&
    textOption(parsed, 'plan') === undefined
  );
}

function exitCodeOf(run: Run | undefined, isNothingLeft: boolean, interrupted: AbortSignal): number {
  switch (run?.stopped?.kind) {
    case 'token':
      return exitCodes.token;
    case 'fault':
      return exitCodes.wiki;
    case 'cancelled':
      return interrupted.reason as number;
    default:
      if (run?.onlyFaults === true) {
        return exitCodes.wiki;
      }
      return isNothingLeft && run?.complete !== false ? exitCodes.done : exitCodes.needsPerson;
  }
}
