import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Connection } from '../../core/connection/connection';
import { connectionAt } from '../../core/publish/decideConnection';
import { filesFor, runNotice, topFile, type RunAction } from '../../core/plan/runReport';
import type { Plan } from '../../core/plan/plan';
import type { OutsideSend } from '../../core/plan/runFile';
import { UserError } from '../../core/text/errors';
import { membersOf } from '../../core/text/json';
import { formatNumber } from '../../core/text/locale';
import { createLeftOutTest } from '../../services/plan/changedFiles';
import {
  nothingToResumeText,
  type EndedRun,
  type RunPerson,
  type RunRequest,
} from '../../services/plan/runs';
import { filesToPublish, type IgnoredUri } from '../../services/workspace/filesToPublish';
import { withFolderPages } from '../../services/documents/folderPage';
import { pickConnection } from '../connection/pickConnection';
import { replaceToken } from '../connection/testConnection';
import { requirePlatformToken, setPlatformToken } from '../connection/platformToken';
import { saveTargets } from '../publish/saveTarget';
import type { Runs } from '../prompt/actions';
import { notify } from '../prompt/notify';
import { notifyAndAct } from '../prompt/reportErrors';
import type { WindowServices } from '../windowServices';
import { askLayout, layoutNote, offerPlatformToken } from './askLayout';
import { Throttle } from '../prompt/throttle';
import { PlanModel } from './planModel';
import { rootsOf, type PlanSource } from './planSource';
import { PlanView } from './planView';
import { runPerson } from './runPerson';
import { cancelRun } from './runProgress';
import { RunReports } from './runReports';

const planKey = 'plan';
/** The person’s changes within this time are stored together. */
const keepMs = 20;

export class FilesPublisher implements vscode.Disposable {
  readonly #reports = new RunReports();
  readonly view = new PlanView(
    () => this.#keeping.call(),
    (chosen) => this.#begin({ kind: 'folder', chosen }),
  );
  /** Each model from the making of its plan until its run has ended or another plan replaces it. No promise rejects. */
  readonly #underWay = new Map<PlanModel, Promise<unknown>>();
  #last: PlanModel | undefined;
  readonly #keeping = new Throttle(keepMs, () => this.#keep());
  readonly #watching: vscode.Disposable;

  constructor(private readonly services: WindowServices) {
    this.#watching = services.onDidSendAlone((sent) => {
      void services.reportErrors(() => this.#sentAlone(sent));
    });
  }

  dispose(): void {
    this.services.runs.stop({ kind: 'cancelled', text: l10n.t('VS Code was closed.') });
    this.#watching.dispose();
    this.#reports.dispose();
    this.#keeping.dispose();
    this.view.dispose();
  }

  publishChosen(chosen: readonly vscode.Uri[]): Promise<void> {
    return this.#begin({ kind: 'folder', chosen: chosen.map(String) });
  }

  publishChanged(): Promise<void> {
    return this.#begin({ kind: 'changed', chosen: [] });
  }

  /** Unchecked files stay unchecked. Answers are lost, except for the places that were chosen in `before`. */
  async refresh(before?: Plan): Promise<void> {
    const { planningModel } = this.view;
    const { source, unchecked } = planningModel ?? {};
    if (planningModel !== undefined && source !== undefined && (await this.#leave(planningModel))) {
      await this.#plan(source, unchecked, before);
    }
  }

  async publishAsTree(): Promise<void> {
    const { services } = this;
    const [folder] = this.view.planningModel?.source?.chosen ?? [];
    const layout =
      folder === undefined ? undefined : await askLayout(vscode.Uri.parse(folder, true), services.layouts);
    if (layout !== undefined) {
      const { rows = [] } = this.view.planningModel?.answered.plan ?? {};
      await (layout !== 'flat' && offerPlatformToken(services, rows));
      await this.refresh(this.view.planningModel?.answered.plan);
    }
  }

  /** Asks what is open about the row; without one, about the first group in which something is. */
  async resolve(row: unknown): Promise<void> {
    const { model } = this.view;
    const uris = this.view.toResolve(row);
    const endpoint = uris.map((uri) => model?.tokenFor(uri)).find((each) => each !== undefined);
    await (model && endpoint !== undefined
      ? this.#setPlatformToken(model, endpoint)
      : this.view.resolve(uris));
  }

  /** An open plan notices the token by itself; after a run, the files that are left are planned again. */
  async #setPlatformToken(model: PlanModel, endpoint: string | undefined): Promise<void> {
    const isStored = endpoint !== undefined && (await requirePlatformToken(this.services, endpoint));
    if (isStored && model.phase === 'outcome') {
      await this.#begin({ kind: 'folder', chosen: model.left });
    }
  }

  cancel(): void {
    const { latest } = this.services.runs;
    if (latest !== undefined) {
      cancelRun(latest);
    }
  }

  async showReport(): Promise<void> {
    await this.#reports.showLast();
  }

  /** Opens the file at its problem, and says why a run did not publish it. The keys of the plan stay with the plan. */
  async openFile(uri: vscode.Uri | undefined): Promise<void> {
    const text = uri && this.view.model?.messageOf(uri.toString());
    if (text !== undefined) {
      void notify({ severity: 'error', text, actions: [] });
    }
    await (uri && this.services.problems.open(uri, true));
  }

  /** Publishes what is left of runs that ended early. `asksForPlace`: asks for another place first. */
  async resume(asksForPlace = false): Promise<void> {
    const { runs } = this.services;
    if (this.view.planningModel !== undefined && (await runs.interrupted()) === undefined) {
      throw new UserError(nothingToResumeText());
    }
    if (await this.#makeRoom()) {
      await this.#publish(new PlanModel(this.services), (person) =>
        runs.resume((roots) => this.#findIn(roots), person, asksForPlace),
      );
    }
  }

  async offerResume(): Promise<void> {
    const { runs, workspaceState, reportErrors } = this.services;
    const left = await runs.interrupted();
    if (left === undefined) {
      return;
    }
    await workspaceState.update('running', undefined);
    const text = l10n.t(
      'Publishing was interrupted: {0} of {1} pages had been published.',
      formatNumber(left.published),
      formatNumber(left.all),
    );
    notifyAndAct({ severity: 'warning', text, actions: ['resume'] }, reportErrors, {
      resume: () => this.resume(),
    });
  }

  /** Makes the plan again that was shown when the window closed, without files whose folder is no longer open. */
  async restorePlan(): Promise<void> {
    const { source, unchecked } = membersOf(this.services.workspaceState.get<unknown>(planKey));
    const { kind, chosen } = membersOf(source);
    const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? [];
    const isHere = (uri: string): boolean => folders.some((folder) => `${uri}/`.startsWith(`${folder}/`));
    const uris = textsIn(chosen);
    // An empty list stands for all folders; a list of folders that are all closed does not.
    if (kind === 'changed' || (kind === 'folder' && (uris.length === 0 || uris.some(isHere)))) {
      await this.#plan({ kind, chosen: uris.filter(isHere) }, textsIn(unchecked));
    }
  }

  async #begin(source: PlanSource): Promise<void> {
    if (await this.#makeRoom()) {
      await this.#plan(source);
    }
  }

  /**
   * Gives up the shown plan and one that is still being made, but asks the person before if they changed it: false if
   * they keep it. Throws a `UserError` once its files are being published.
   */
  async #makeRoom(): Promise<boolean> {
    const { planningModel } = this.view;
    for (const making of [...this.#underWay.keys()].filter((model) => model !== planningModel)) {
      await this.#leave(making);
    }
    if (planningModel !== undefined) {
      const text = l10n.t(
        'Replace the plan of {0} files? What you checked and decided in it is lost.',
        formatNumber(planningModel.answered.plan.rows.length),
      );
      if (
        planningModel.isTouched &&
        (await notify({ severity: 'warning', text, actions: ['replacePlan'], isModal: true })) === undefined
      ) {
        return false;
      }
      if (!(await this.#leave(planningModel))) {
        throw new UserError(
          l10n.t('Files are already being published. Wait until that is done, or cancel it.'),
        );
      }
    }
    return true;
  }

  /**
   * Gives up the plan and waits until it is no longer under way, since `Runs` allows one at a time. False if the plan
   * was not open, as once its run begins.
   */
  async #leave(plan: PlanModel): Promise<boolean> {
    const publishing = this.#underWay.get(plan);
    const isLeft = plan.leave();
    if (isLeft) {
      this.#underWay.delete(plan);
      await publishing;
    }
    return isLeft;
  }

  async #plan(source: PlanSource, unchecked?: readonly string[], before?: Plan): Promise<void> {
    const { services } = this;
    const { kind, chosen } = source;
    const model = new PlanModel(services, source, unchecked);
    const [folder, ...others] = kind === 'folder' ? chosen : [];
    if (folder !== undefined && others.length === 0) {
      model.note = layoutNote(vscode.Uri.parse(folder, true), services.layouts);
    }
    await this.#publish(model, async (person) => {
      const roots = rootsOf(chosen);
      if (roots.length === 0) {
        throw new UserError(l10n.t('Open the folder that you want to publish, then publish again.'));
      }
      const isConnected = services.settings.read().connections.length > 0;
      if (!isConnected && (await pickConnection(services)) === undefined) {
        return undefined;
      }
      const { ignored } = model;
      const ignore = (entry: IgnoredUri): unknown => ignored.push(entry);
      const find = this.#findIn(roots, ignore);
      const isLeftOut =
        kind === 'changed' ? await createLeftOutTest(services, services.workspace, ignore) : undefined;
      return services.runs.publish({ find, ignored, isLeftOut, roots, planBefore: before }, person);
    });
  }

  async #publish(
    model: PlanModel,
    begin: (person: RunPerson) => Promise<EndedRun | undefined>,
  ): Promise<void> {
    const publishing = begin(runPerson(model, this.view, this.#reports));
    this.#underWay.set(
      model,
      publishing.catch(() => undefined),
    );
    try {
      model.ended = await publishing;
    } finally {
      // A replaced plan is no longer in `#underWay`, and is shown until the next plan is there.
      await (this.#underWay.delete(model) ? this.view.closePlan() : undefined);
    }
    this.#last = model.run === undefined ? this.#last : model;
    this.#offer(model);
  }

  #findIn(
    roots: readonly string[],
    ignored: (entry: IgnoredUri) => void = () => undefined,
  ): RunRequest['find'] {
    const { workspace } = this.services;
    return (findParentFile) => withFolderPages(filesToPublish(workspace, roots, ignored), findParentFile);
  }

  async #sentAlone(sent: OutsideSend): Promise<void> {
    const models = new Set([...this.#underWay.keys(), this.view.model, this.#last]);
    models.forEach((model) => model?.sentAlone(sent));
    this.#reports.updateAll();
    for (const model of models) {
      const { run, storedRunId } = model?.ended?.sent ?? {};
      if (run?.isComplete === true && storedRunId !== undefined) {
        await this.services.runs.forgetStored(storedRunId);
      }
    }
  }

  #keep(): void {
    const { workspaceState, log } = this.services;
    const { source, unchecked } = this.view.planningModel ?? {};
    workspaceState
      .update(planKey, source && { source, unchecked })
      .then(undefined, (error: unknown) => log.error(error));
  }

  /** Returns at once, since a notification may stay open for hours. */
  #offer(model: PlanModel): void {
    const { ended, unsaved } = model;
    if (ended !== undefined) {
      const run = ended.sent?.run;
      const report = run === undefined ? ended.report : runNotice(run);
      const isOffered = run?.isComplete === true && unsaved.length > 0;
      const actions = isOffered ? [...report.actions, 'saveTarget' as const] : report.actions;
      notifyAndAct({ ...report, actions }, this.services.reportErrors, this.#runs(model), unsaved.length);
    }
  }

  #runs(model: PlanModel): Runs<RunAction> {
    const { services } = this;
    const { run, reportUri, unsaved } = model;
    const connectionOf = (endpoint = ''): Connection | undefined =>
      connectionAt(services.settings.read().connections, endpoint);
    const toAsk = (action: 'resolve' | 'chooseForAll') => () =>
      run && this.#begin({ kind: 'folder', chosen: filesFor(action, run) });
    return {
      openInWiki: () => {
        const { uri } = (run && topFile(run))?.file ?? {};
        return uri && vscode.commands.executeCommand('publishToWiki.openInWiki', vscode.Uri.parse(uri, true));
      },
      showReport: async () => {
        await (reportUri && this.#reports.show(reportUri));
        // Pressing a button closes the notification, so it is shown again.
        this.#offer(model);
      },
      resolve: toAsk('resolve'),
      chooseForAll: toAsk('chooseForAll'),
      resume: () => this.resume(),
      changeTarget: () => this.resume(true),
      replaceToken: async () => {
        const connection = connectionOf(run?.stopReason?.endpoint);
        await (connection && (await replaceToken(services, connection)) && this.resume());
      },
      setPlatformToken: () => this.#setPlatformToken(model, run?.tokenProblem?.endpoint),
      replacePlatformToken: async () => {
        const connection = connectionOf(run?.tokenProblem?.endpoint);
        await (connection && setPlatformToken(services, connection));
        await this.resume();
      },
      saveTarget: () => saveTargets(services, unsaved),
    };
  }
}

/** Another version of the extension may have stored anything. */
function textsIn(stored: unknown): readonly string[] {
  return (Array.isArray(stored) ? stored : []).filter((each) => typeof each === 'string');
}
