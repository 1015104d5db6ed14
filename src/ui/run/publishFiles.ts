import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime, type ApiToken } from '../../core/connection/apiToken';
import type { Plan } from '../../core/run/plan';
import type { Row } from '../../core/run/row';
import { placeOf } from '../../core/publish/pageChanges';
import { filesLeft, planToResume, resumedRun, type UnfinishedRun } from '../../core/run/resume';
import { isPublished, Run, stopAtStorage } from '../../core/run/run';
import { runNotice, runReport, type RunAction } from '../../core/run/runReport';
import { UserError } from '../../core/text/errors';
import { sentences } from '../../core/wiki/failureText';
import { formatList, formatNumber } from '../../core/text/locale';
import { plain } from '../../core/text/plain';
import type { FolderTarget } from '../../services/publish/folderTargets';
import { beginReading, lookedUp, planOf, type Reading } from '../../services/flow/reading';
import { readForSend } from '../../services/run/readFile';
import { isRunning, RunRecord } from '../../services/run/runRecord';
import { pickConnection, replaceToken } from '../connection/connect';
import { filesToPublish, type IgnoredPlace } from '../page/filesToPublish';
import { withFolderPages } from '../page/folderPage';
import { notify } from '../prompt/notify';
import { back } from '../prompt/steps';
import type { AskPlanDependencies } from './answerRow';
import { askPlan, askQuestions } from './askPlan';
import { executeRun, tokensFor, type RunDependencies } from './executeRun';
import { askingFor } from './planDependencies';
import { readPlan } from './readPlan';
import { pickInterrupted } from './pickInterrupted';
import { addressInPreview, RunReports } from './runReports';

/** Publishes many files: a plan, a run, a report. One run at a time. */
export class FilesPublisher implements vscode.Disposable {
  readonly #reports = new RunReports();
  readonly #asking: AskPlanDependencies;
  #busy = false;
  #current: Run | undefined;

  constructor(private readonly publishing: RunDependencies) {
    this.#asking = askingFor(publishing);
  }

  dispose(): void {
    this.#current?.stop({ kind: 'cancelled', text: l10n.t('VS Code was closed.') });
    this.#reports.dispose();
  }

  publishFolder(chosen: readonly vscode.Uri[]): Promise<void> {
    const title =
      chosen.length > 1 ? l10n.t('Publish Selected Files to Wiki') : l10n.t('Publish Folder to Wiki');
    return this.#publish(title, chosen, () => false);
  }

  /** What differs from the wiki, of files that are meant for it. */
  publishChanged(): Promise<void> {
    return this.#publish(l10n.t('Publish Changed Files'), [], ({ section }) =>
      ['unchanged', 'unplaced'].includes(section),
    );
  }

  /** `changing`: the place of what is left is asked for first. */
  resume(name?: string, changing = false): Promise<void> {
    return this.#alone(async () => {
      const { folder } = this.publishing;
      const interrupted = await RunRecord.interrupted(folder, Date.now());
      const chosen = interrupted.find((each) => each.name === name) ?? (await pickInterrupted(interrupted));
      const record = chosen && (await RunRecord.take(folder, chosen));
      if (chosen !== undefined && record !== undefined) {
        await this.#resume(chosen, record, changing);
      } else if (interrupted.length === 0) {
        throw new UserError(
          (await isRunning(folder, Date.now()))
            ? l10n.t('Files are already being published. Wait until that is done, or cancel it.')
            : l10n.t('There is nothing to resume: publishing was not interrupted.'),
        );
      }
    });
  }

  /** The record goes once another one holds what is left of it. */
  async #resume(unfinished: UnfinishedRun, record: RunRecord, changing: boolean): Promise<void> {
    let isReplaced = false;
    try {
      const run = await this.#unfinished(unfinished, changing);
      if (run !== undefined) {
        await this.#run(run, () => {
          isReplaced = true;
        });
      }
    } finally {
      await record.close(isReplaced);
    }
  }

  /** What is left is decided anew, and shown where that needs an answer. Undefined when the person left. */
  async #unfinished(unfinished: UnfinishedRun, changing: boolean): Promise<Run | undefined> {
    const title = l10n.t('Resume Publishing');
    const left = filesLeft(unfinished).map(({ file, path }) => ({
      uri: vscode.Uri.parse(file.uri, true),
      path,
    }));
    const read = await readPlan(left, await this.#beginReading(), this.publishing.inWiki);
    let plan = read && planToResume(read.files, unfinished);
    if (plan === undefined) {
      return undefined;
    }
    if (changing) {
      const chosen = await this.#asking.askPlace(l10n.t('Change Target'), plan.rows);
      if (chosen === undefined || chosen === back) {
        return undefined;
      }
      const uris = left.map(({ uri }) => uri.toString());
      plan = plan.withoutConsent(uris).with(uris, { chosen });
    }
    const { ticked } = plan;
    const isSilent = plan.rows.every(({ file, section }) => ticked.has(file.uri) || section === 'unchanged');
    const picked =
      isSilent && !changing
        ? await askQuestions(this.#asking, title, { plan, ticked }, false)
        : await askPlan(this.#asking, title, plan);
    return picked === undefined || picked === back
      ? undefined
      : resumedRun(unfinished, picked.plan, picked.ticked);
  }

  /** VS Code ended in the middle of a run. */
  async offerResume(): Promise<void> {
    const { folder, state, reportErrors } = this.publishing;
    const last = (await RunRecord.interrupted(folder, Date.now())).at(-1);
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

  async #publish(
    title: string,
    chosen: readonly vscode.Uri[],
    isLeftOut: (row: Row) => boolean,
  ): Promise<void> {
    await this.#alone(async () => {
      const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [];
      const roots = chosen.length > 0 ? chosen : folders;
      if (roots.length === 0) {
        throw new UserError(l10n.t('Open the folder that you want to publish, then publish again.'));
      }
      const { settings } = this.publishing;
      if (settings.read().connections.length === 0 && (await pickConnection(this.publishing)) === undefined) {
        return;
      }
      const ignored: IgnoredPlace[] = [];
      const reading = await this.#beginReading();
      const found = withFolderPages(
        filesToPublish(roots, (entry) => ignored.push(entry)),
        (uri) => reading.above(uri),
      );
      const all = await readPlan(found, reading, this.publishing.inWiki);
      const plan = all?.without(isLeftOut);
      if (all === undefined || plan === undefined) {
        return;
      }
      if (plan.rows.length === 0) {
        void notify({ severity: 'information', text: emptyText(all, ignored), actions: [] });
        return;
      }
      // What nobody named is no news
      const asking = chosen.length > 0 ? { ...this.#asking, ignored } : this.#asking;
      const picked = await askPlan(asking, title, plan);
      if (picked !== undefined) {
        await this.#run(new Run(picked.plan.runFiles(picked.ticked), undefined, picked.plan.blocked));
      }
    });
  }

  /** `recorded`: the run has a record, by which it can be resumed however it ends. */
  async #run(run: Run, recorded: () => void = () => undefined): Promise<void> {
    const { folder } = this.publishing;
    const tokens = await tokensFor(run, this.publishing);
    if (tokens === undefined) {
      return;
    }
    const record = await RunRecord.create(folder, run, Date.now()).catch((cause: unknown) => {
      throw new UserError(sentences(stopAtStorage(cause).text, l10n.t('Nothing was sent.')), { cause });
    });
    recorded();
    let report: vscode.Uri;
    try {
      report = await this.#execute(run, tokens, record);
    } finally {
      await record.close(run.complete);
    }
    await this.#rememberPlaces(run);
    // Not awaited: a notification may stay for hours
    void this.#offer(run, report, record.name);
  }

  async #execute(run: Run, tokens: ReadonlyMap<string, ApiToken>, record: RunRecord): Promise<vscode.Uri> {
    const { names } = this.publishing;
    const startedAt = Date.now();
    const reading = await this.#beginReading(run.going);
    const name = l10n.t('Publish Report, {0}', formatTime(startedAt)).replace(/[\\/:]/g, '.');
    const report = this.#reports.add(name, {
      text: () => runReport(run, startedAt, (place) => names.text(place), addressInPreview),
      rows: run.files.length,
    });
    this.#current = run;
    const changed = (): void => this.#reports.update(report, false);
    // Not awaited: a report that is open has them when they are known
    void names.learn(
      run.files.map(({ destination }) => placeOf(destination)),
      changed,
    );
    await executeRun(run, this.publishing, {
      tokens,
      record,
      content: (file) => readForSend(reading, file),
      relinking: {
        lookedUp: () => lookedUp(this.publishing),
        plan: (files) =>
          planOf(
            files.map(({ file, path }) => ({ uri: file.uri, path })),
            reading,
            this.publishing.inWiki,
            { signal: run.stopping },
          ),
      },
      changed,
    });
    this.#reports.update(report, true);
    return report;
  }

  #beginReading(going?: ReadonlyMap<string, string>): Promise<Reading> {
    return beginReading(this.publishing, this.publishing.flow.host, going);
  }

  /** What was chosen for many files at once holds for their folder, once the wiki took a page there. */
  async #rememberPlaces(run: Run): Promise<void> {
    const placed = new Map<string, string[]>();
    for (const [index, { file, chosen, destination }] of run.files.entries()) {
      if (chosen.parent !== undefined && chosen.title === undefined && isPublished(run.state(index))) {
        const { endpoint, target } = destination;
        const place = JSON.stringify({ endpoint, space: target.space, parent: target.parent });
        placed.set(place, [...(placed.get(place) ?? []), file.uri]);
      }
    }
    for (const [place, uris] of placed) {
      await this.publishing.folderTargets.remember(uris, JSON.parse(place) as FolderTarget);
    }
  }

  async #offer(run: Run, report: vscode.Uri, name: string): Promise<void> {
    const action = await notify(runNotice(run));
    if (action !== undefined) {
      await this.publishing.reportErrors(() => this.#act(action, run, report, name));
    }
  }

  async #act(action: RunAction, run: Run, report: vscode.Uri, name: string): Promise<void> {
    switch (action) {
      case 'showReport':
        await this.#reports.show(report);
        // The buttons went with the press
        return this.#offer(run, report, name);
      case 'resume':
        return this.resume(name);
      case 'changeTarget':
        return this.resume(name, true);
      case 'replaceToken': {
        const { connections } = this.publishing.settings.read();
        const connection = connections.find(({ endpoint }) => endpoint === run.stopped?.endpoint);
        if (
          connection !== undefined &&
          (await replaceToken(this.publishing.tokens, connection)) !== undefined
        ) {
          await this.resume(name);
        }
        return;
      }
      case 'showLog':
        this.publishing.log.show();
    }
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#busy) {
      throw new UserError(
        l10n.t('Files are already being published. Wait until that is done, or cancel it.'),
      );
    }
    this.#busy = true;
    try {
      await work();
    } finally {
      this.#busy = false;
    }
  }
}

/** Why there is nothing to choose from. */
function emptyText({ rows }: Plan, ignored: readonly IgnoredPlace[]): string {
  if (rows.length > 0) {
    return l10n.t('Nothing has changed since it was published.');
  }
  return sentences(
    l10n.t('There are no Markdown files here.'),
    ignored.length === 0 ? '' : `${l10n.t('Ignored')}: ${plain(formatList(ignored.map(({ path }) => path)))}`,
  );
}
