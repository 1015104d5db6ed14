import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { mostSends } from '../../core/network/retry';
import type { Connection } from '../../core/connection/connection';
import type { Plan } from '../../core/plan/plan';
import type { Decision } from '../../core/publish/decide';
import type { PublishAnswers } from '../../core/publish/precedence';
import type { PlanRow } from '../../core/plan/row';
import { durationText } from '../../core/text/duration';
import { formatNumber } from '../../core/text/locale';
import type { Person, PublishProgress, PromptScope } from '../../services/publish/host';
import { pickAnotherConnection, pickConnection } from '../connection/pickConnection';
import { replaceToken } from '../connection/testConnection';
import { withCancellableProgress } from '../prompt/progress';
import { askPlace, askTarget } from './askTarget';
import { confirmPublish, ownPage, type ConfirmAction } from './confirm';
import { back } from '../prompt/steps';
import type { TargetStepName } from './placeSteps';
import { wikisFor } from './wikis';
import type { WindowServices } from '../windowServices';

const detours = {
  compare: 'publishToWiki.compare',
  showProblems: 'publishToWiki.checkDocument',
  openInWiki: 'publishToWiki.openInWiki',
} as const;

/** Asks about the first row alone, that of a single document: `runPerson` asks about the files of a plan. */
export function windowPerson(
  services: WindowServices,
  location = vscode.ProgressLocation.Notification,
): Person {
  return {
    answerPlan: async (given, first) => {
      let plan = given;
      for (let show = first; ;) {
        const [row] = plan.rows;
        const chosen = row && (await askQuestion(services, row, show));
        if (row === undefined || chosen === undefined) {
          return undefined;
        }
        const uri = [row.file.uri];
        if (chosen === 'compare' || chosen === 'showProblems' || chosen === 'openInWiki') {
          await vscode.commands.executeCommand(detours[chosen], vscode.Uri.parse(row.file.uri, true));
          return undefined;
        }
        if (chosen !== 'anotherWiki') {
          return { plan: plan.withAnswers(uri, { chosen }), checked: new Set(uri) };
        }
        const connection = await pickAnotherConnection(services, row.decision?.connection, row.file);
        plan = plan.withConnections(services.settings.read().connections);
        const place =
          typeof connection === 'object' ? await askPlaceAt(services, plan, connection) : connection;
        if (place === undefined) {
          return undefined;
        }
        plan = place === back ? plan : plan.withAnswers(uri, { chosen: place });
        show = place === back ? show : 'plan';
      }
    },
    token: (connection) => replaceToken(services, connection),
    watch: (title, work) =>
      withCancellableProgress(
        title,
        (cancel, progress) => work(cancel, (step) => progress.report({ message: progressMessage(step) })),
        location,
      ),
  };
}

async function askQuestion(
  services: WindowServices,
  { file, decision }: PlanRow,
  show: PromptScope,
): Promise<PublishAnswers | ConfirmAction | undefined> {
  const { connection } = decision ?? {};
  if (decision === undefined || connection === undefined || file.input === undefined) {
    const picked = await pickConnection(services, file);
    return picked && { endpoint: picked.endpoint };
  }
  const { endpoint } = connection;
  const wikis = wikisFor(services, file);
  const { target, promptValues, effect, questions } = decision;
  const [question] = questions;
  const { attempt } = file.input;
  const missing = attempt?.endpoint === endpoint && attempt.isPlaceMissing === true ? attempt.target : {};
  const shown = target ?? (question?.kind === 'target' ? question.suggestion : undefined);
  if (show === 'space' || show === 'parent' || show === 'title' || show === 'place' || shown === undefined) {
    const chosen = await askTarget(titleOf(show), promptValues, wikis, {
      from: show === 'parent' || show === 'title' ? show : stepFor(decision),
      endpoint,
      missing,
      own: ownPage(effect),
      names: services.names,
      titleScope: decision.titleScope,
      isPublishing: show !== 'place',
      warnings: file.warnings,
    });
    return chosen === back ? undefined : chosen;
  }
  return confirmPublish({
    decision,
    file: file.input.file,
    target: shown,
    wikis,
    missing,
    names: services.names,
    endpoint,
    warnings: file.warnings,
  });
}

async function askPlaceAt(
  services: WindowServices,
  { rows: [row] }: Plan,
  { endpoint }: Connection,
): Promise<PublishAnswers | typeof back | undefined> {
  const wikis = wikisFor(services, row?.file);
  const known = wikis.knownTargetFor(endpoint);
  const { space, parent } = known;
  if (space !== undefined && parent !== undefined) {
    return { endpoint, space, parent };
  }
  return askPlace(l10n.t('Publish to Wiki'), { ...known, endpoint }, wikis, { from: 'space' });
}

function titleOf(show: PromptScope): string {
  switch (show) {
    case 'space':
    case 'parent':
      return l10n.t('Change Destination');
    case 'title':
      return l10n.t('Change Title');
    default:
      return l10n.t('Publish to Wiki');
  }
}

/** Returns the first step without a usable value; the space if all have one. */
export function stepFor({ questions: [question], promptValues }: Decision): TargetStepName {
  const open = question?.kind === 'target' ? question.missing : [];
  return open.find((part) => part === 'title' || promptValues[part] === undefined) ?? 'space';
}

function progressMessage(progress: PublishProgress): string {
  switch (progress.kind) {
    case 'reading':
      return formatNumber(progress.files);
    case 'diagnosing':
      return l10n.t('finding out what is missing…');
    case 'sending':
      return progress.send === 1
        ? l10n.t('sending…')
        : l10n.t('sending again, {0} of {1}…', progress.send, mostSends);
    case 'pausing':
      return l10n.t(
        'the wiki answered {0}; sending again in {1} ({2} of {3})',
        progress.status,
        durationText(progress.pauseMs),
        progress.nextSend,
        mostSends,
      );
  }
}
