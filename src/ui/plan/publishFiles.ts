import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { connectionAt } from '../../core/publish/decideConnection';
import { runNotice, type RunAction } from '../../core/plan/runReport';
import { statuses } from '../../core/plan/pageStatus';
import type { PlanRow } from '../../core/plan/row';
import { UserError } from '../../core/text/errors';
import { membersOf } from '../../core/text/json';
import { formatNumber } from '../../core/text/locale';
import { nothingToResume, type EndedRun, type RunRequest } from '../../services/plan/runs';
import { filesToPublish, type IgnoredPlace } from '../../services/workspace/filesToPublish';
import { withFolderPages } from '../../services/documents/folderPage';
import { pickConnection } from '../connection/connect';
import { replaceToken } from '../connection/testConnection';
import { setPlatformToken } from '../connection/platformToken';
import { saveTargets } from '../publish/saveTarget';
import { notify } from '../prompt/notify';
import { offer } from '../prompt/reportErrors';
import type { WindowServices } from '../windowServices';
import { askLayout } from './askLayout';
import { Throttle } from '../prompt/throttle';
import { PlanView } from './planView';
import { RunReports } from './runReports';
import { WindowRunPerson } from './runPerson';
import { cancelRun } from './runProgress';

/** What was asked to be published, so that the plan can be made again. */
interface Source {
  readonly kind: 'folder' | 'changed';
  /** The chosen files and folders; empty for all workspace folders. */
  readonly chosen: readonly string[];
}

/** What a plan that is made again keeps of the one before. */
interface Kept extends Pick<RunRequest, 'before'> {
  readonly unchecked?: readonly string[];
}

const planKey = 'plan';
/** The person's changes within this time are stored together. */
const keepMs = 20;

/** Publishes many files of the workspace, and reports how it ended. */
export class FilesPublisher implements vscode.Disposable {
  readonly #reports = new RunReports();
  readonly view: PlanView;
  #source: Source | undefined;
  #isReplaced = false;
  readonly #keeping = new Throttle(keepMs, () => this.#keep());
  /** The publish whose plan is shown. */
  #publishing: Promise<unknown> = Promise.resolve();
  /** The ended run that the view shows. */
  #shown: EndedRun | undefined;
  readonly #watching: vscode.Disposable;

  constructor(private readonly services: WindowServices) {
    this.view = new PlanView(() => this.#keeping.call());
    this.#watching = services.onDidSendAlone((sent) => {
      void services.reportErrors(async () => {
        await this.view.sentAlone(sent);
        const { current } = services.runs;
        if (!this.view.shows(current)) {
          current?.sentAlone(sent);
        }
        this.#reports.updateAll();
        const { run, kept } = this.#shown?.sent ?? {};
        if (run?.complete === true && kept !== undefined) {
          await services.runs.forget(kept);
        }
      });
    });
  }

  dispose(): void {
    this.services.runs.stop({ kind: 'cancelled', text: l10n.t('VS Code was closed.') });
    this.#watching.dispose();
    this.#reports.dispose();
    this.#keeping.dispose();
    this.view.dispose();
  }

  publishFolder(chosen: readonly vscode.Uri[]): Promise<void> {
    return this.#begin({ kind: 'folder', chosen: chosen.map(String) });
  }

  /** Publishes the files with a target that differ from the wiki. */
  publishChanged(): Promise<void> {
    return this.#begin({ kind: 'changed', chosen: [] });
  }

  /** Makes the plan again from the current files and settings. What was unchecked stays so, and what was answered is asked again. */
  async refresh(before?: Kept['before']): Promise<void> {
    const unchecked = this.view.plan?.unchecked;
    const source = this.#source;
    if (unchecked !== undefined && source !== undefined && (await this.#leave())) {
      await this.#publish(source, { unchecked, before });
    }
  }

  /** Asks whether the plan's folder becomes a tree of pages, and makes the plan again with the places that were chosen. */
  async publishAsTree(): Promise<void> {
    const [folder] = this.#source?.chosen ?? [];
    if (folder !== undefined && (await askLayout(vscode.Uri.parse(folder, true), this.services.layouts))) {
      await this.refresh(this.view.plan?.settled.plan);
    }
  }

  cancel(): void {
    const { current } = this.services.runs;
    if (current !== undefined) {
      cancelRun(current);
    }
  }

  /** Shows the report of the current or the last run. */
  async showReport(): Promise<void> {
    await this.#reports.showLast();
  }

  /** Opens a blocked file at its problem. For another file, shows the message about its outcome. */
  async showProblem(uri: vscode.Uri | undefined): Promise<void> {
    const text = uri && this.view.messageOf(uri);
    if (text !== undefined) {
      void notify({ severity: 'error', text, actions: [] });
    } else if (uri !== undefined) {
      await this.services.problems.open(uri);
    }
  }

  /** Publishes what interrupted runs left. `isElsewhere`: asks for another place first. */
  async resume(isElsewhere = false): Promise<void> {
    const { runs } = this.services;
    if (this.view.plan !== undefined && (await runs.interrupted()) === undefined) {
      throw new UserError(nothingToResume());
    }
    if (!(await this.#makeRoom())) {
      return;
    }
    await this.#setSource(undefined);
    const person = this.#personFor(l10n.t('Publish the Rest'));
    const findIn = (roots: readonly string[]): RunRequest['find'] => this.#findIn(roots);
    this.#offer(await this.#settled(runs.resume(findIn, person, isElsewhere)), person);
  }

  /** Offers to publish the rest of a run that the end of VS Code interrupted. */
  async offerResume(): Promise<void> {
    const { runs, state, reportErrors } = this.services;
    const left = await runs.interrupted();
    if (left === undefined) {
      return;
    }
    await state.update('running', undefined);
    const text = l10n.t(
      'Publishing was interrupted: {0} of {1} pages had been published.',
      formatNumber(left.published),
      formatNumber(left.all),
    );
    offer({ severity: 'warning', text, actions: ['resume'] }, reportErrors, () => this.resume());
  }

  /** Makes the plan again that was shown when VS Code ended. */
  async restorePlan(): Promise<void> {
    const { source, unchecked } = membersOf(this.services.state.get<unknown>(planKey));
    const { kind, chosen } = membersOf(source);
    const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? [];
    const isHere = (uri: string): boolean => folders.some((folder) => `${uri}/`.startsWith(`${folder}/`));
    const uris = textsIn(chosen).filter(isHere);
    if (kind === 'changed' || (kind === 'folder' && uris.length > 0)) {
      await this.#publish({ kind, chosen: uris }, { unchecked: textsIn(unchecked) });
    }
  }

  async #begin(source: Source): Promise<void> {
    if (await this.#makeRoom()) {
      await this.#publish(source);
    }
  }

  async #publish(source: Source, kept?: Kept): Promise<void> {
    await this.#setSource(source);
    await this.#plan(source, kept);
  }

  /** Undefined for a run that is resumed: its plan is not made again. */
  async #setSource(source: Source | undefined): Promise<void> {
    this.#source = source;
    const isFolder = source?.kind === 'folder' && source.chosen.length === 1;
    await vscode.commands.executeCommand('setContext', 'publishToWiki.planIsFolder', isFolder);
    await vscode.commands.executeCommand('setContext', 'publishToWiki.planHasSource', source !== undefined);
  }

  /** Waits for a publish, and closes a plan that is still shown afterwards, unless another one replaces it. */
  async #settled<T>(publishing: Promise<T>): Promise<T> {
    this.#publishing = publishing.catch(() => undefined);
    try {
      return await publishing;
    } finally {
      await (this.#isReplaced ? undefined : this.view.closePlan());
    }
  }

  /** Gives up the plan that is shown; if the person changed it, they are asked first. False if they keep it. */
  async #makeRoom(): Promise<boolean> {
    const { plan } = this.view;
    if (plan !== undefined) {
      const text = l10n.t(
        'Replace the plan of {0} files? What you checked and decided in it is lost.',
        formatNumber(plan.settled.plan.rows.length),
      );
      if (
        plan.isTouched &&
        (await notify({ severity: 'warning', text, actions: ['replacePlan'], isModal: true })) === undefined
      ) {
        return false;
      }
      if (!(await this.#leave())) {
        throw new UserError(
          l10n.t('Files are already being published. Wait until that is done, or cancel it.'),
        );
      }
    }
    return true;
  }

  /** Gives up the plan that is shown, since another one replaces it. */
  async #leave(): Promise<boolean> {
    this.#isReplaced = this.view.leave();
    const isLeft = this.#isReplaced;
    await (isLeft ? this.#publishing : undefined);
    this.#isReplaced = false;
    return isLeft;
  }

  async #plan(source: Source, { unchecked, before }: Kept = {}): Promise<void> {
    const { services: publishing } = this;
    const { kind, chosen } = source;
    const roots = rootsOf(chosen);
    if (roots.length === 0) {
      throw new UserError(l10n.t('Open the folder that you want to publish, then publish again.'));
    }
    const isConnected = publishing.settings.read().connections.length > 0;
    if (!isConnected && (await pickConnection(publishing)) === undefined) {
      return;
    }
    const ignored: IgnoredPlace[] = [];
    // What is left out is listed only for chosen files and folders.
    const person = this.#personFor(titleOf(source), chosen.length > 0 ? ignored : [], unchecked);
    const find = this.#findIn(roots, (entry) => ignored.push(entry));
    const isLeftOut = ({ status }: PlanRow): boolean =>
      kind === 'changed' && (statuses[status.kind].isSettled === true || status.kind === 'unplaced');
    const request = { find, ignored, isLeftOut, roots, before };
    this.#offer(await this.#settled(publishing.runs.publish(request, person)), person);
  }

  #findIn(
    roots: readonly string[],
    ignored: (entry: IgnoredPlace) => void = () => undefined,
  ): RunRequest['find'] {
    const { workspace } = this.services;
    return (above) => withFolderPages(filesToPublish(workspace, roots, ignored), above);
  }

  #personFor(
    title: string,
    ignored: readonly IgnoredPlace[] = [],
    unchecked?: readonly string[],
  ): WindowRunPerson {
    this.view.beginPlan();
    return new WindowRunPerson(this.services, this.view, this.#reports, { title, ignored, unchecked });
  }

  #keep(): void {
    const { state, log } = this.services;
    const unchecked = this.view.plan?.unchecked;
    const kept = unchecked && this.#source && { source: this.#source, unchecked };
    state.update(planKey, kept).then(undefined, (error: unknown) => log.error(error));
  }

  /** Callers do not await this, since a notification may stay for hours. */
  #offer(ended: EndedRun | undefined, person: WindowRunPerson): void {
    if (ended !== undefined) {
      this.#shown = this.view.shows(ended.sent?.run) ? ended : this.#shown;
      void this.services.reportErrors(async () => {
        const run = ended.sent?.run;
        const report = run === undefined ? ended.report : runNotice(run);
        const uris = run?.files.map(({ file }) => file.uri) ?? [];
        this.services.outcomes.keep(uris, { text: report.text, show: () => this.#offer(ended, person) });
        const isOffered = run?.complete === true && person.targets.length > 0;
        const action = await notify({
          ...report,
          actions: isOffered ? [...report.actions, 'saveTarget'] : report.actions,
        });
        await (action && this.#act(action, ended, person));
      });
    }
  }

  async #act(action: RunAction, ended: EndedRun, person: WindowRunPerson): Promise<void> {
    const { settings, log } = this.services;
    const { run } = ended.sent ?? {};
    switch (action) {
      case 'showReport':
        await person.showReport();
        // Pressing a button closes the notification, so it is shown again.
        this.#offer(ended, person);
        return;
      case 'resume':
        return this.resume();
      case 'changeTarget':
        return this.resume(true);
      case 'replaceToken': {
        const connection = connectionAt(settings.read().connections, run?.stopped?.endpoint ?? '');
        if (connection !== undefined && (await replaceToken(this.services, connection)) !== undefined) {
          await this.resume();
        }
        return;
      }
      case 'replacePlatformToken': {
        const connection = connectionAt(
          settings.read().connections,
          run?.files[0]?.destination.endpoint ?? '',
        );
        await (connection && setPlatformToken(this.services, connection));
        return this.resume();
      }
      case 'saveTarget':
        return saveTargets(this.services, person.targets);
      case 'showLog':
        log.show();
    }
  }
}

function titleOf({ kind, chosen }: Source): string {
  return kind === 'changed'
    ? l10n.t('Publish Changed Files')
    : chosen.length > 1
      ? l10n.t('Publish Selected Files to Wiki')
      : l10n.t('Publish Folder to Wiki');
}

/** Reads what another version may have stored. */
function textsIn(stored: unknown): readonly string[] {
  return (Array.isArray(stored) ? stored : []).filter((each) => typeof each === 'string');
}

/** Returns what was chosen, or else all folders of the workspace. */
function rootsOf(chosen: readonly string[]): readonly string[] {
  return chosen.length > 0
    ? chosen
    : (vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? []);
}
