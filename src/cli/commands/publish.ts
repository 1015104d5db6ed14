import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { formatTime, isExpired } from '../../core/connection/apiToken';
import type { PublishEffect } from '../../core/publish/publishEffect';
import type { PageRecord } from '../../core/records/pageRecord';
import { Plan } from '../../core/plan/plan';
import type { Run } from '../../core/plan/run';
import { runSummary } from '../../core/plan/runReport';
import { TerminalPerson } from './terminalPerson';
import { Bounds } from '../unattended/bounds';
import { isInteractive, requireTrustedBuild } from '../environment/ci';
import {
  readAllowedPlaces,
  readConnection,
  readPlatformCredentials,
  readToken,
  type Environment,
} from '../environment/environment';
import { findingOfRow, findingsOfRun, needsNothing, lookUpPlaceNames, replacedTexts } from './findings';
import { asText } from '../output/formats';
import {
  authorityOf,
  withTerminal,
  requireFiles,
  runRequestFor,
  textOption,
  type CommandContext,
} from './withTerminal';
import { OtherConnections, connectionName } from './otherConnections';
import { maskedResult, type CommandResult } from '../output/result';
import { ExistingPages } from '../../services/wiki/existingPages';
import { readSavedPlan, requireSamePlan } from './savedPlan';
import { UnattendedPerson, type Answer } from '../unattended/unattended';
import type { ParsedArguments } from '../environment/usage';
import { exitCodes } from '../environment/usageError';

export async function publish(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  saveMemory();
  const { environment, interruption } = context;
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
    ...{ connection, token: apiToken, platform: readPlatformCredentials(environment) },
    ...{ isAsked: asked, isPlanSaved: savedIn !== undefined },
  };
  const allowed = readAllowedPlaces(environment);
  const saved =
    savedIn === undefined ? undefined : await readSavedPlan(path.resolve(context.workingDirectory, savedIn));
  return withTerminal(parsed, context, given, async (terminal, uris, state, ignored) => {
    const bounds = new Bounds(allowed, terminal.services);
    const stop = (): void => terminal.runs.stop({ kind: 'cancelled', text: l10n.t('Cancelled.') });
    const begins = (): void => interruption.beginSending();
    const refuse = async (answered: Answer): Promise<void> => {
      if (saved !== undefined) {
        requireSamePlan(saved, answered);
      }
      if (parsed.options['allow-older'] !== true) {
        await state?.refuseOlderCommit(lastPagesOf(answered));
      }
    };
    const show = async (plan: Plan): Promise<void> => {
      await lookUpPlaceNames(terminal, plan);
      const isWithin = await bounds.within(plan);
      const findings = plan
        .rowsIfChecked(plan.initiallyChecked)
        .map((row) => findingOfRow(row, terminal, plan.initiallyChecked, isWithin));
      const shown = { command: parsed.command, findings, summary: '', exitCode: exitCodes.done };
      process.stderr.write(asText(maskedResult(shown), process.stderr));
    };
    const there = new ExistingPages(terminal.services);
    const authority = authorityOf(parsed, uris, state);
    const person = asked
      ? new TerminalPerson(bounds, authority, { existing: there, show, begins, refuse })
      : new UnattendedPerson(bounds, authority, begins, refuse, context.log);
    interruption.signal.addEventListener('abort', stop);
    const others = new OtherConnections(parsed);
    const ended = await terminal.runs.publish(
      {
        ...runRequestFor(terminal, uris, ignored),
        isLeftOut: (row) => others.leaveOut(row),
      },
      person,
    );
    await ended?.sent?.lookedUp;
    const { answeredPlan, run, reasons, replaced } = person;
    if (answeredPlan === undefined) {
      if (saved !== undefined) {
        requireSamePlan(saved, { plan: new Plan([]), checked: new Set() });
      }
      requireFiles(others.count, parsed);
      return {
        findings: [],
        summary: others.addToSummary(l10n.t('Nothing was sent.')),
        exitCode: exitCodes.done,
      };
    }
    const { checked } = answeredPlan;
    const left = answeredPlan.plan.rowsIfChecked(checked).filter(({ file }) => !checked.has(file.uri));
    const isWithin = await bounds.within(answeredPlan.plan);
    await state?.keepUnchanged(left.flatMap(({ decision }) => unchangedPage(decision?.effect)));
    const told = { reasons, replaced: await replacedTexts(replaced, terminal) };
    const unsent = left.map((row) => findingOfRow(row, terminal, checked, isWithin, told));
    const findings = [...(run === undefined ? [] : findingsOfRun(run, terminal, told)), ...unsent];
    const isUnchanged = left.every(({ status }) => needsNothing(status));
    const named = new Set(run?.unresolved.map(({ uri }) => uri));
    const open = left.filter(({ status, file }) => !needsNothing(status) && !named.has(file.uri)).length;
    const summary = run === undefined ? l10n.t('Nothing was sent.') : runSummary(run, open);
    return {
      findings,
      summary: others.addToSummary(summary),
      exitCode: exitCodeOf(run, isUnchanged, interruption.signal),
    };
  });
}

/** The pages that the files to send had last; HEAD has to follow the commits that they are of. */
function lastPagesOf({ plan, checked }: Answer): readonly PageRecord[] {
  return plan.rows.flatMap(({ file }) =>
    checked.has(file.uri) ? (file.input?.ownRecords.slice(0, 1) ?? []) : [],
  );
}

function unchangedPage(effect: PublishEffect | undefined): readonly PageRecord[] {
  return effect?.kind === 'unchanged' ? [effect.record] : [];
}

/**
 * Makes V8 collect garbage earlier: ten thousand files take half the memory and no more time, since a run waits
 * for the wiki.
 */
function saveMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}

function isAsked(parsed: ParsedArguments, environment: Environment): boolean {
  return (
    isInteractive(environment) &&
    parsed.options['no-input'] !== true &&
    textOption(parsed, 'plan') === undefined
  );
}

function exitCodeOf(run: Run | undefined, isNothingLeft: boolean, interrupted: AbortSignal): number {
  switch (run?.stopReason?.kind) {
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
      return isNothingLeft && run?.isComplete !== false ? exitCodes.done : exitCodes.needsPerson;
  }
}
