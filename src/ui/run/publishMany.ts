// A bundle of its own, loaded with the first run.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { UserError } from '../../core/text/errors';
import { formatNumber } from '../../core/text/locale';
import type { Planned } from '../../core/run/plan';
import { metPage, restOf, Run, type RunFile } from '../../core/run/run';
import { runNotice, runReport, type RunAction } from '../../core/run/runReport';
import { Examiner } from '../../services/run/examineFile';
import { isRunning, RunRecord } from '../../services/run/runRecord';
import { pickConnection, replaceToken } from '../connection/connect';
import { notify } from '../prompt/notify';
import { askOverwrite, pickPlan } from './pickPlan';
import { flushEveryMs, performRun, tokensFor, type RunDependencies } from './performRun';
import { readPlan } from './readPlan';
import { readFile } from '../page/readFile';
import { RunReports } from './runReports';

/** Publishes many files: a plan, a run, a report. One run at a time. */
export class ManyPublisher implements vscode.Disposable {
  readonly #reports = new RunReports();
  #busy = false;
  #current: Run | undefined;

  constructor(private readonly publishing: RunDependencies) {}

  dispose(): void {
    this.#current?.stop({ kind: 'cancelled', text: l10n.t('VS Code was closed.') });
    this.#reports.dispose();
  }

  publishFolder(chosen: readonly vscode.Uri[]): Promise<void> {
    const title =
      chosen.length > 1 ? l10n.t('Publish Selected Files to Wiki') : l10n.t('Publish Folder to Wiki');
    return this.#publish(title, chosen, () => true);
  }

  /** What differs from the wiki, of files that are meant for it. */
  publishChanged(): Promise<void> {
    return this.#publish(l10n.t('Publish Changed Files'), [], (planned) =>
      planned.state === 'blocked' ? !planned.homeless : planned.state !== 'unchanged',
    );
  }

  resume(): Promise<void> {
    return this.#alone(async () => {
      const resumed = await RunRecord.resume(this.publishing.folder, Date.now());
      if (resumed === undefined) {
        throw new UserError(
          (await isRunning(this.publishing.folder, Date.now()))
            ? l10n.t('Files are already being published. Wait until that is done, or cancel it.')
            : l10n.t('There is nothing to resume: no publishing was left unfinished.'),
        );
      }
      const { record, run: recorded } = resumed;
      let run = restOf(recorded.files, recorded.standings);
      await this.#remember(recorded.files.filter((_file, index) => run.standing(index) !== 'waiting'));
      if (recorded.standings.some(metPage)) {
        const title = l10n.t('Resume Publishing');
        const overwrite = await askOverwrite({ title, step: 1, totalSteps: 1, canGoBack: false });
        if (typeof overwrite !== 'boolean') {
          return record.close(false);
        }
        run = restOf(recorded.files, recorded.standings, overwrite);
      }
      await this.#run(run, record);
    });
  }

  /** VS Code ended in the middle of a run. */
  async offerResume(): Promise<void> {
    const { folder, state, reportErrors } = this.publishing;
    const last = await RunRecord.last(folder, Date.now());
    if (last === undefined) {
      return;
    }
    await state.update('running', undefined);
    const published = restOf(last.files, last.standings).counts.published;
    const text = l10n.t(
      'Publishing was interrupted: {0} of {1} pages had been published.',
      formatNumber(published),
      formatNumber(last.files.length),
    );
    void notify({ severity: 'warning', text, actions: ['resume'] }).then((action) =>
      action === undefined ? undefined : reportErrors(() => this.resume()),
    );
  }

  async #publish(
    title: string,
    chosen: readonly vscode.Uri[],
    isShown: (planned: Planned) => boolean,
  ): Promise<void> {
    await this.#alone(async () => {
      const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [];
      const roots = chosen.length > 0 ? chosen : folders;
      if (roots.length === 0) {
        throw new UserError(l10n.t('Open the folder that you want to publish, then publish again.'));
      }
      const connection = await pickConnection(this.publishing);
      const plan = connection && (await readPlan(roots, this.#examiner(connection)));
      if (plan === undefined) {
        return;
      }
      const shown = plan.filter(isShown);
      if (shown.length === 0) {
        const text =
          plan.length === 0
            ? l10n.t('There are no Markdown files here.')
            : l10n.t('Nothing has changed since it was published.');
        void notify({ severity: 'information', text, actions: [] });
        return;
      }
      const { connections } = this.publishing.settings.read();
      const files = await pickPlan(title, shown, (endpoint) =>
        connections.length > 1 ? connections.find((each) => each.endpoint === endpoint)?.name : undefined,
      );
      if (files !== undefined) {
        await this.#run(new Run(files), undefined);
      }
    });
  }

  async #run(run: Run, resumed: RunRecord | undefined): Promise<void> {
    const tokens = await tokensFor(run, this.publishing);
    if (tokens === undefined) {
      return resumed?.close(false);
    }
    const startedAt = Date.now();
    const record = resumed ?? (await RunRecord.create(this.publishing.folder, run.files, startedAt));
    const examiner = this.#examiner(undefined);
    const name = l10n.t('Publish Report, {0}', formatTime(startedAt)).replace(/[\\/:]/g, '.');
    const report = this.#reports.add(name, { text: () => runReport(run, startedAt), rows: run.files.length });
    this.#current = run;
    await performRun(run, this.publishing, {
      tokens,
      record,
      content: (file) => examiner.content(file),
      changed: () => this.#reports.update(report, false),
    });
    this.#reports.update(report, true);
    // Not awaited: a notification may stay for hours
    void this.#offer(run, report);
  }

  /** A run that broke off may not have reached it. */
  async #remember(published: readonly RunFile[]): Promise<void> {
    const { memory, state } = this.publishing;
    await state.holding(flushEveryMs, async () => {
      for (const { uri, choice } of published) {
        if (memory.file(uri)?.standing !== 'published') {
          await memory.rememberFile(uri, { ...choice, standing: 'published' });
        }
      }
    });
  }

  async #offer(run: Run, report: vscode.Uri): Promise<void> {
    const action = await notify(runNotice(run));
    if (action !== undefined) {
      await this.publishing.reportErrors(() => this.#act(action, run, report));
    }
  }

  async #act(action: RunAction, run: Run, report: vscode.Uri): Promise<void> {
    switch (action) {
      case 'showReport':
        await this.#reports.show(report);
        // The buttons went with the press
        return this.#offer(run, report);
      case 'resume':
        return this.resume();
      case 'replaceToken': {
        const { connections } = this.publishing.settings.read();
        const connection = connections.find(({ endpoint }) => endpoint === run.stopped?.endpoint);
        if (
          connection !== undefined &&
          (await replaceToken(this.publishing.tokens, connection)) !== undefined
        ) {
          await this.resume();
        }
        return;
      }
      case 'showLog':
        this.publishing.log.show();
    }
  }

  #examiner(connection: Connection | undefined): Examiner {
    const { memory, published, pages, settings } = this.publishing;
    const { connections } = settings.read();
    const names = connections.map(({ name }) => name);
    return new Examiner({
      read: (uri) => readFile(pages, uri, names),
      memory,
      published,
      connections,
      connection,
    });
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
