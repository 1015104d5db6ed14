import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatTime } from '../../core/connection/apiToken';
import { placeOf } from '../../core/publish/recordChanges';
import type { Plan } from '../../core/plan/plan';
import { countSentTwice } from '../../core/plan/countSentTwice';
import { questionOf, type AnsweredPlan } from '../../core/plan/answeredPlan';
import type { Run } from '../../core/plan/run';
import { isPlacedFile, type PlacedRunFile } from '../../core/plan/runFile';
import { runReportLines } from '../../core/view/runReportLines';
import { isSamePlace } from '../../core/records/pageRecord';
import type { PromptScope } from '../../services/publish/host';
import { cachedWorkspace } from '../../services/documents/cachedWorkspace';
import { endpointsWithLookups } from '../../services/publish/reading';
import type { RunPerson } from '../../services/plan/runs';
import { back, onlyStep } from '../prompt/steps';
import { quote } from '../../core/text/plainLine';
import { isKnownHereAlone, type TargetToSave } from '../publish/saveTarget';
import { windowPerson } from '../publish/windowPerson';
import type { WindowServices } from '../windowServices';
import { askPlaceOf, askPlan } from './askPlan';
import type { PlanModel } from './planModel';
import type { PlanView } from './planView';
import { withRunProgress } from './runProgress';
import type { RunReports } from './runReports';

export function runPerson(model: PlanModel, view: PlanView, reports: RunReports): RunPerson {
  const { services, title, wasUnchecked } = model;

  const answer = async (plan: Plan, show: PromptScope): Promise<AnsweredPlan | undefined> => {
    if (show === 'questions') {
      // `plan` may have only the rows to decide again; then the model keeps the whole plan that was shown.
      if (model.rows.size === 0) {
        model.take({ plan, checked: plan.initiallyChecked });
      }
      return askPlan(services, title, { plan, checked: plan.initiallyChecked });
    }
    const [only, ...others] = wasUnchecked === undefined ? plan.rows : [];
    const alone = { plan, checked: new Set(only && others.length === 0 ? [only.file.uri] : []) };
    if (
      only?.status.kind !== 'unchanged' &&
      only?.status.kind !== 'blocked' &&
      questionOf(alone) !== undefined
    ) {
      // A single file with a question needs no view: the question alone is asked.
      await view.closePlan();
      return askPlan(services, title, alone);
    }
    const checked = new Set([...plan.initiallyChecked].filter((uri) => wasUnchecked?.includes(uri) !== true));
    const decided = model.waitForPublish({ plan, checked });
    await view.show(model);
    return decided;
  };

  const person = windowPerson(services);
  return {
    ...person,
    watch: (title, work) =>
      person.watch(title, (signal, progress) => work(AbortSignal.any([signal, model.whileMaking]), progress)),
    answerPlan: async (plan, show) => {
      if (model.whileMaking.aborted) {
        return undefined;
      }
      model.made();
      const answered = await answer(plan, show);
      model.twice =
        answered === undefined ? 0 : countSentTwice(answered, await endpointsWithLookups(services));
      return answered;
    },
    askForPlace: async (plan) => {
      const [only, ...others] = plan.rows.filter(({ status }) => status.kind !== 'unchanged');
      const asked =
        only === undefined || others.length > 0
          ? l10n.t('Change Destination')
          : l10n.t('Change Destination of {0}', quote(only.file.path));
      const chosen = await askPlaceOf(services, onlyStep(asked), plan.rows);
      return chosen === back ? undefined : chosen;
    },
    follow: async (run, send) => {
      const { records, names } = services;
      const places = run.files.map(({ destination }) => placeOf(destination));
      const isNew = places.map((place) => records.index.recordAt(place)?.published === undefined);
      const report = addReport(services, reports, run);
      model.reportUri = report;
      const changed = (): void => reports.updateSoon();
      // Not awaited, since an open report is updated once the names are known.
      void names.lookUp(places, changed);
      // If the mark is still set after a restart, the run was interrupted.
      await markRunning(services, true);
      await withRunProgress(model, run, view, (showProgress) =>
        send((index) => {
          showProgress(index);
          changed();
        }),
      );
      await markRunning(services, undefined);
      reports.updateAll();
      const cached = { ...services, workspace: cachedWorkspace(services.workspace) };
      model.unsaved = publishedIn(run).filter((page) => isNew[page.index] && isKnownHereAlone(cached, page));
    },
  };
}

function addReport({ names, records, sites }: WindowServices, reports: RunReports, run: Run): vscode.Uri {
  const startedAt = Date.now();
  const name = l10n.t('Publish Report, {0}', formatTime(startedAt)).replace(/[\\/:]/g, '.');
  return reports.add(name, () =>
    runReportLines(run, startedAt, {
      placeText: (place) => names.text(place),
      addressOf: (uri, place) => {
        const pages = records.index.ofFile({ uri }).flatMap(({ id }) => records.index.get(id) ?? []);
        const address = pages.find((page) => isSamePlace(page.place, place))?.wiki?.address;
        return address === undefined ? undefined : sites.addressIn(place.endpoint, address);
      },
    }),
  );
}

async function markRunning(
  { workspaceState, log }: WindowServices,
  running: true | undefined,
): Promise<void> {
  try {
    await workspaceState.update('running', running);
  } catch (error) {
    log.error(error);
  }
}

function publishedIn(
  run: Run,
): readonly (TargetToSave & Pick<PlacedRunFile, 'destination'> & { readonly index: number })[] {
  return run.files.flatMap((file, index) => {
    const state = run.state(index);
    const isPublished = typeof state !== 'string' && state.kind === 'published';
    return isPublished && isPlacedFile(file)
      ? { uri: file.file.uri, destination: file.destination, index }
      : [];
  });
}
