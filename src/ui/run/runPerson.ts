import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatTime } from '../../core/connection/apiToken';
import { placeOf } from '../../core/publish/pageChanges';
import type { Chosen } from '../../core/publish/precedence';
import type { Decision } from '../../core/publish/decide';
import type { Plan } from '../../core/run/plan';
import type { Settled } from '../../core/run/settled';
import type { Run } from '../../core/run/run';
import { runReport } from '../../core/run/runReport';
import type { Person, Show } from '../../services/flow/host';
import { lookedUp } from '../../services/flow/reading';
import type { RunPerson } from '../../services/flow/runs';
import { pickConnection } from '../connection/connect';
import type { IgnoredPlace } from '../../services/workspace/filesToPublish';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import { back } from '../prompt/steps';
import { askPlace } from '../publish/chooseTarget';
import { placeSuggestionsAt } from '../publish/placeSuggestions';
import { windowPerson } from '../publish/windowPerson';
import type { WindowServices } from '../publish/windowServices';
import type { AskPlanDependencies } from './answerRow';
import { askPlan, askQuestions } from './askPlan';
import { withRunProgress } from './runProgress';
import { addressInPreview, type RunReports } from './runReports';

/** Who sits at the window, and sees the plan of many files and how they are published. */
export class WindowRunPerson implements RunPerson {
  readonly #person: Person;
  readonly #asking: AskPlanDependencies;
  #report: vscode.Uri | undefined;

  constructor(
    private readonly dependencies: WindowServices,
    private readonly reports: RunReports,
    private readonly title: string,
    ignored: readonly IgnoredPlace[],
  ) {
    this.#person = windowPerson(dependencies);
    this.#asking = { ...askingFor(dependencies), ignored };
  }

  async settle(plan: Plan, show: Show): Promise<Settled | undefined> {
    const settled =
      show === 'questions'
        ? await askQuestions(this.#asking, this.title, { plan, checked: plan.ticked }, false)
        : await askPlan(this.#asking, this.title, plan);
    return settled === back ? undefined : settled;
  }

  readonly token: Person['token'] = (connection) => this.#person.token(connection);

  readonly watch: Person['watch'] = (title, work) => this.#person.watch(title, work);

  async place(plan: Plan): Promise<Chosen | undefined> {
    const chosen = await this.#asking.askPlace(l10n.t('Change Target'), plan.rows);
    return chosen === back ? undefined : chosen;
  }

  async follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): Promise<void> {
    const { names, tellProgress } = this.dependencies;
    const startedAt = Date.now();
    const name = l10n.t('Publish Report, {0}', formatTime(startedAt)).replace(/[\\/:]/g, '.');
    const report = this.reports.add(name, {
      text: () => runReport(run, startedAt, (place) => names.text(place), addressInPreview),
      rows: run.files.length,
    });
    this.#report = report;
    const changed = (): void => this.reports.update(report, false);
    // This is not awaited: an open report shows the names once they are known
    void names.lookUp(
      run.files.map(({ destination }) => placeOf(destination)),
      changed,
    );
    // Still set after a restart: the run was interrupted
    await this.#mark(true);
    await withRunProgress(
      run,
      (showProgress) =>
        send((index) => {
          showProgress(index);
          changed();
        }),
      tellProgress,
    );
    await this.#mark(undefined);
    if (run.counts.published > 0) {
      completeWalkthroughStep('hasPublished');
    }
    this.reports.update(report, true);
  }

  async showReport(): Promise<void> {
    if (this.#report !== undefined) {
      await this.reports.show(this.#report);
    }
  }

  async #mark(running: true | undefined): Promise<void> {
    const { state, log } = this.dependencies;
    try {
      await state.update('running', running);
    } catch (error) {
      log.error(error);
    }
  }
}

/** How a person is asked for what a plan needs to know. */
function askingFor(dependencies: WindowServices): AskPlanDependencies {
  const { names, settings } = dependencies;
  return {
    names,
    connectionName: (endpoint) => {
      const { connections } = settings.read();
      return connections.length > 1
        ? connections.find((each) => each.endpoint === endpoint)?.name
        : undefined;
    },
    lookedUp: () => lookedUp(dependencies),
    askConnection: async () => {
      const connection = await pickConnection(dependencies);
      return connection && { endpoint: connection.endpoint };
    },
    askPlace: (title, rows) => {
      const decisions = rows.map(({ decision }) => decision).filter((decision) => decision !== undefined);
      const connection = decisions.find((decision) => decision.connection !== undefined)?.connection;
      const recent = placeSuggestionsAt(connection?.endpoint ?? '', dependencies);
      return askPlace(title, decisions[0]?.known ?? {}, recent, decisions.every(missesParentAlone) ? 1 : 0);
    },
  };
}

/** A setting or front matter says which space. */
function missesParentAlone({ questions }: Decision): boolean {
  return questions.some((question) => question.kind === 'target' && !question.missing.includes('space'));
}
