import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { connectionAt } from '../../core/publish/decideConnection';
import { isPublished } from '../../core/run/run';
import type { RunAction } from '../../core/run/runReport';
import type { Row } from '../../core/run/row';
import { UserError } from '../../core/text/errors';
import { membersOf } from '../../core/text/json';
import { formatNumber } from '../../core/text/locale';
import { readKeptAnswers, type KeptAnswer } from '../../core/run/keptAnswers';
import type { File, ReadingContext } from '../../services/flow/reading';
import type { EndedRun } from '../../services/flow/runs';
import { filesToPublish, type IgnoredPlace } from '../../services/workspace/filesToPublish';
import { withFolderPages } from '../../services/workspace/folderPage';
import { pickConnection, replaceToken } from '../connection/connect';
import { setPlatformToken } from '../connection/platformToken';
import { saveTargets } from '../publish/saveTarget';
import { notify } from '../prompt/notify';
import type { WindowServices } from '../publish/windowServices';
import { askLayout } from './askLayout';
import { pickInterrupted } from './pickInterrupted';
import { Throttle } from '../prompt/throttle';
import { PlanView } from './planView';
import { RunReports } from './runReports';
import { WindowRunPerson } from './runPerson';

/** Which files a plan is made of: what somebody asked for, and may ask for again. */
interface Source {
  readonly kind: 'folder' | 'changed';
  /** What was chosen; nothing stands for all folders that are open. */
  readonly chosen: readonly string[];
}

const planKey = 'plan';
/** What is said at once is kept at once. */
const keepMs = 20;

/** Publishes many files of the workspace, and tells how it ended. */
export class FilesPublisher implements vscode.Disposable {
  readonly #reports = new RunReports();
  readonly view: PlanView;
  #source: Source | undefined;
  #isReplaced = false;
  readonly #keeping = new Throttle(keepMs, () => this.#keep());
  /** The publish whose plan is looked at. */
  #publishing: Promise<unknown> = Promise.resolve();
  #person: WindowRunPerson | undefined;
  /** What the view shows the outcome of. */
  #shown: EndedRun | undefined;

  constructor(private readonly publishing: WindowServices) {
    this.view = new PlanView(() => this.#keeping.call());
  }

  dispose(): void {
    this.publishing.runs.stop({ kind: 'cancelled', text: l10n.t('VS Code was closed.') });
    this.#reports.dispose();
    this.#keeping.dispose();
    this.view.dispose();
  }

  publishFolder(chosen: readonly vscode.Uri[]): Promise<void> {
    return this.#begin({ kind: 'folder', chosen: chosen.map(String) });
  }

  /** What differs from the wiki, of files that are meant for it. */
  publishChanged(): Promise<void> {
    return this.#begin({ kind: 'changed', chosen: [] });
  }

  /** Makes the plan anew, as files and settings stand now; what was said in it holds where it is about the same page. */
  async refresh(): Promise<void> {
    const answers = this.view.plan?.answers;
    const source = this.#source;
    if (answers !== undefined && source !== undefined && (await this.#leave())) {
      await this.#publish(source, answers);
    }
  }

  /** Publishes the folder of the plan as a tree of pages, or no longer; the plan shows it. */
  async publishAsTree(): Promise<void> {
    const [folder] = this.#source?.chosen ?? [];
    if (folder !== undefined && (await askLayout(vscode.Uri.parse(folder, true), this.publishing.layouts))) {
      await this.refresh();
    }
  }

  cancel(): void {
    this.publishing.runs.stop({ kind: 'cancelled', text: l10n.t('Cancelled.') });
  }

  /** The report of the run that is under way, or of the last one. */
  async showReport(): Promise<void> {
    await this.#person?.showReport();
  }

  /** Opens a blocked file where it has to be mended; of another, says what came of it. */
  async showProblem(uri: vscode.Uri | undefined): Promise<void> {
    const text = uri && this.view.messageOf(uri);
    if (text !== undefined) {
      void notify({ severity: 'error', text, actions: [] });
    } else if (uri !== undefined) {
      await this.publishing.problems.open(uri);
    }
  }

  /** The run that the view shows, unless another is named. `isElsewhere`: the place of what is left is asked for first. */
  async resume(
    name = this.view.phase === 'outcome' ? this.#shown?.sent?.record : undefined,
    isElsewhere = false,
  ): Promise<void> {
    if (!(await this.#makeRoom())) {
      return;
    }
    this.#source = undefined;
    const person = this.#personFor(l10n.t('Resume Publishing'));
    const ended = await this.#settled(
      this.publishing.runs.resume(
        async (interrupted) =>
          interrupted.find((each) => each.name === name) ?? (await pickInterrupted(interrupted)),
        person,
        isElsewhere,
      ),
    );
    this.#offer(ended, person);
  }

  /** VS Code ended in the middle of a run. */
  async offerResume(): Promise<void> {
    const { runs, state, reportErrors } = this.publishing;
    const last = (await runs.interrupted()).at(-1);
    if (last === undefined) {
      return;
    }
    await state.update('running', undefined);
    const text = l10n.t(
      'Publishing was interrupted: {0} of {1} pages had been published.',
      formatNumber(last.states.filter(isPublished).length),
      formatNumber(last.files.length),
    );
    void notify({ severity: 'warning', text, actions: ['resume'] }).then((action) =>
      action === undefined ? undefined : reportErrors(() => this.resume(last.name)),
    );
  }

  /** VS Code ended while somebody looked at a plan. */
  async restorePlan(): Promise<void> {
    const { source, answers } = membersOf(this.publishing.state.get<unknown>(planKey));
    const { kind, chosen } = membersOf(source);
    const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? [];
    const isHere = (uri: string): boolean => folders.some((folder) => `${uri}/`.startsWith(`${folder}/`));
    const uris = (Array.isArray(chosen) ? chosen : [])
      .filter((uri) => typeof uri === 'string')
      .filter(isHere);
    if (kind === 'changed' || (kind === 'folder' && uris.length > 0)) {
      await this.#publish({ kind, chosen: uris }, readKeptAnswers(answers));
    }
  }

  async #begin(source: Source): Promise<void> {
    if (await this.#makeRoom()) {
      await this.#publish(source);
    }
  }

  async #publish(source: Source, answers?: readonly KeptAnswer[]): Promise<void> {
    this.#source = source;
    const isFolder = source.kind === 'folder' && source.chosen.length === 1;
    await vscode.commands.executeCommand('setContext', 'publishToWiki.planIsFolder', isFolder);
    await this.#plan(source, answers);
  }

  /** Whatever comes of it, no plan is left in the view that nobody goes on with. */
  async #settled<T>(publishing: Promise<T>): Promise<T> {
    this.#publishing = publishing.catch(() => undefined);
    try {
      return await publishing;
    } finally {
      await (this.#isReplaced ? undefined : this.view.closePlan());
    }
  }

  /** Whether another plan may take the place of the one that is looked at. */
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

  /** Gives up the plan that is looked at: another one takes its place in the view. */
  async #leave(): Promise<boolean> {
    this.#isReplaced = this.view.leave();
    const isLeft = this.#isReplaced;
    await (isLeft ? this.#publishing : undefined);
    this.#isReplaced = false;
    return isLeft;
  }

  async #plan(source: Source, answers?: readonly KeptAnswer[]): Promise<void> {
    const { publishing } = this;
    const { kind, chosen } = source;
    const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? [];
    const roots = chosen.length > 0 ? chosen : folders;
    if (roots.length === 0) {
      throw new UserError(l10n.t('Open the folder that you want to publish, then publish again.'));
    }
    const isConnected = publishing.settings.read().connections.length > 0;
    if (!isConnected && (await pickConnection(publishing)) === undefined) {
      return;
    }
    const ignored: IgnoredPlace[] = [];
    // What nobody named is no news
    const person = this.#personFor(titleOf(source), chosen.length > 0 ? ignored : [], answers);
    const find = (above: ReadingContext['above']): AsyncGenerator<File> =>
      withFolderPages(
        filesToPublish(publishing.workspace, roots, (entry) => ignored.push(entry)),
        above,
      );
    const isLeftOut = ({ section }: Row): boolean =>
      kind === 'changed' && ['unchanged', 'unplaced'].includes(section);
    const request = { find, ignored, isLeftOut };
    this.#offer(await this.#settled(publishing.runs.publish(request, person)), person);
  }

  #personFor(
    title: string,
    ignored: readonly IgnoredPlace[] = [],
    answers?: readonly KeptAnswer[],
  ): WindowRunPerson {
    return (this.#person = new WindowRunPerson(this.publishing, this.view, this.#reports, {
      title,
      ignored,
      answers,
    }));
  }

  #keep(): void {
    const { state, log } = this.publishing;
    const answers = this.view.plan?.answers;
    const kept = answers && this.#source && { source: this.#source, answers };
    state.update(planKey, kept).then(undefined, (error: unknown) => log.error(error));
  }

  /** Callers do not await this, since a notification may stay for hours. */
  #offer(ended: EndedRun | undefined, person: WindowRunPerson): void {
    if (ended !== undefined) {
      this.#shown = this.view.shows(ended.sent?.run) ? ended : this.#shown;
      void this.publishing.reportErrors(async () => {
        const { report } = ended;
        const isOffered = ended.sent?.run.complete === true && person.targets.length > 0;
        const action = await notify({
          ...report,
          actions: isOffered ? [...report.actions, 'saveTarget'] : report.actions,
        });
        if (action !== undefined) {
          await this.#act(action, ended, person);
        }
      });
    }
  }

  async #act(action: RunAction, ended: EndedRun, person: WindowRunPerson): Promise<void> {
    const { settings, tokens, log } = this.publishing;
    const { run, record } = ended.sent ?? {};
    switch (action) {
      case 'showReport':
        await person.showReport();
        // The buttons went with the press
        this.#offer(ended, person);
        return;
      case 'resume':
        return this.resume(record);
      case 'changeTarget':
        return this.resume(record, true);
      case 'replaceToken': {
        const connection = connectionAt(settings.read().connections, run?.stopped?.endpoint ?? '');
        if (connection !== undefined && (await replaceToken(tokens, connection)) !== undefined) {
          await this.resume(record);
        }
        return;
      }
      case 'replacePlatformToken': {
        const connection = connectionAt(
          settings.read().connections,
          run?.files[0]?.destination.endpoint ?? '',
        );
        await (connection && setPlatformToken(this.publishing, connection));
        return this.resume(record);
      }
      case 'saveTarget':
        return saveTargets(this.publishing, person.targets);
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
