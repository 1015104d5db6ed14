// A bundle of its own, loaded with the first run.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime, type ApiToken } from '../../core/connection/apiToken';
import type { Connection } from '../../core/connection/connection';
import { plain } from '../../core/text/plain';
import { UserError } from '../../core/text/errors';
import type { Planned } from '../../core/run/plan';
import { metPage, restOf, Run, type RunFile } from '../../core/run/run';
import { runNotice, runReport, type RunAction } from '../../core/run/runReport';
import { Examiner } from '../../services/run/examineFile';
import { isRunning, RunRecord, type InterruptedRun } from '../../services/run/runRecord';
import { pickConnection, replaceToken } from '../connection/connect';
import { notify } from '../prompt/notify';
import { askChoice } from '../prompt/steps';
import { askOverwrite, pickPlan } from './pickPlan';
import { flushEveryMs, executeRun, tokensFor, type RunDependencies } from './executeRun';
import { readPlan } from './readPlan';
import { readFile } from '../page/readFile';
import { RunReports } from './runReports';

/** Publishes many files: a plan, a run, a report. One run at a time. */
export class FilesPublisher implements vscode.Disposable {
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

  resume(name?: string): Promise<void> {
    return this.#alone(async () => {
      const { folder } = this.publishing;
      const interrupted = await RunRecord.interrupted(folder, Date.now());
      const chosen = interrupted.find((each) => each.name === name) ?? (await pickInterrupted(interrupted));
      const record = chosen && (await RunRecord.resume(folder, chosen));
      if (chosen !== undefined && record !== undefined) {
        await this.#runInto(record, () => this.#unfinished(chosen));
      } else if (interrupted.length === 0) {
        throw new UserError(
          (await isRunning(folder, Date.now()))
            ? l10n.t('Many files are being published already. Wait until that is done, or cancel it.')
            : l10n.t('There is nothing to resume: no run was left unfinished.'),
        );
      }
    });
  }

  async #unfinished({ files, states }: InterruptedRun): Promise<Run | undefined> {
    const run = restOf(files, states);
    await this.#remember(files.filter((_file, index) => run.state(index) !== 'waiting'));
    if (!states.some(metPage)) {
      return run;
    }
    const title = l10n.t('Resume Publishing');
    const overwrite = await askOverwrite({ title, step: 1, totalSteps: 1, canGoBack: false });
    return typeof overwrite === 'boolean' ? restOf(files, states, overwrite) : undefined;
  }

  /** VS Code ended in the middle of a run. */
  async offerResume(): Promise<void> {
    const { folder, state, reportErrors } = this.publishing;
    const last = (await RunRecord.interrupted(folder, Date.now())).at(-1);
    if (last === undefined) {
      return;
    }
    await state.update('running', undefined);
    const { published } = restOf(last.files, last.states).counts;
    const text = l10n.t(
      'Publishing was interrupted: {0} of {1} pages were published.',
      published.toLocaleString(),
      last.files.length.toLocaleString(),
    );
    void notify({ severity: 'warning', text, actions: ['resume'] }).then((action) =>
      action === undefined ? undefined : reportErrors(() => this.resume(last.name)),
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
      const run = files && new Run(files);
      if (run !== undefined && (await tokensFor(run, this.publishing)) !== undefined) {
        const record = await RunRecord.create(this.publishing.folder, run.files, Date.now());
        await this.#runInto(record, () => Promise.resolve(run));
      }
    });
  }

  /** The record is given back however this ends: a run can always be resumed. */
  async #runInto(record: RunRecord, start: () => Promise<Run | undefined>): Promise<void> {
    let run: Run | undefined;
    let report: vscode.Uri | undefined;
    try {
      run = await start();
      const tokens = run && (await tokensFor(run, this.publishing));
      report = run && tokens && (await this.#execute(run, tokens, record));
    } finally {
      await record.close(run?.complete === true);
    }
    if (run !== undefined && report !== undefined) {
      // Not awaited: a notification may stay for hours
      void this.#offer(run, report);
    }
  }

  async #execute(run: Run, tokens: ReadonlyMap<string, ApiToken>, record: RunRecord): Promise<vscode.Uri> {
    const startedAt = Date.now();
    const examiner = this.#examiner(undefined);
    const name = l10n.t('Publishing of {0}', formatTime(startedAt)).replace(/[\\/:]/g, '.');
    const report = this.#reports.add(name, { text: () => runReport(run, startedAt), rows: run.files.length });
    this.#current = run;
    await executeRun(run, this.publishing, {
      tokens,
      record,
      content: (file) => examiner.content(file),
      changed: () => this.#reports.update(report, false),
    });
    this.#reports.update(report, true);
    return report;
  }

  /** A run that broke off may not have got to it. */
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
        l10n.t('Many files are being published already. Wait until that is done, or cancel it.'),
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

/** Which run is resumed; undefined when there is none, or the person left. */
async function pickInterrupted(runs: readonly InterruptedRun[]): Promise<InterruptedRun | undefined> {
  if (runs.length < 2) {
    return runs[0];
  }
  const title = l10n.t('Resume Publishing');
  const chosen = await askChoice(
    { title, step: 1, totalSteps: 1, canGoBack: false },
    {
      placeholder: l10n.t('Which files do you want to go on with?'),
      items: runs.toReversed().map((run) => ({
        label: formatTime(run.startedAt),
        description: l10n.t(
          '{0} of {1}',
          restOf(run.files, run.states).counts.published.toLocaleString(),
          run.files.length.toLocaleString(),
        ),
        detail: plain(run.files.map(({ path }) => path).join(', ')),
        answer: run,
      })),
    },
  );
  return typeof chosen === 'symbol' ? undefined : chosen;
}
