import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatTime } from '../../core/connection/apiToken';
import { placeOf } from '../../core/publish/pageChanges';
import type { PublishAnswers } from '../../core/publish/precedence';
import type { Decision } from '../../core/publish/decide';
import { runFileOf, type Plan } from '../../core/plan/plan';
import type { PlanFile } from '../../core/plan/row';
import { questionOf, type AnsweredPlan } from '../../core/plan/answeredPlan';
import type { Run } from '../../core/plan/run';
import type { RunFile } from '../../core/plan/runFile';
import { runReportLines } from '../../core/view/runReportLines';
import { samePlace, type Place } from '../../core/records/pageRecord';
import type { Person, PromptScope } from '../../services/publish/host';
import { beginReading, lookedUp } from '../../services/publish/reading';
import type { RunPerson } from '../../services/plan/runs';
import { readForPlan } from '../../services/publish/readFile';
import { eachOf } from '../../services/shared/eachOf';
import { pickConnection } from '../connection/connect';
import { replaceToken } from '../connection/testConnection';
import type { IgnoredPlace } from '../../services/workspace/filesToPublish';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import { back } from '../prompt/steps';
import { askPlace } from '../publish/chooseTarget';
import { saveTargets, unsavedTarget, type SavedTarget } from '../publish/saveTarget';
import { wikisFor } from '../publish/wikis';
import { windowPerson } from '../publish/windowPerson';
import type { WindowServices } from '../windowServices';
import { askPlan } from './askPlan';
import { OpenPlan, type ReadFiles } from './openPlan';
import type { PlanView } from './planView';
import type { AskPlanDependencies } from './resolveRows';
import { withRunProgress } from './runProgress';
import type { RunReports } from './runReports';

const readers = 8;

interface Begun {
  readonly title: string;
  readonly ignored: readonly IgnoredPlace[];
  /** What was unchecked in an earlier version of the plan; undefined if it is new. */
  readonly unchecked?: readonly string[] | undefined;
}

/** The person at the window, who sees the plan and the progress of many files. */
export class WindowRunPerson implements RunPerson {
  readonly #person: Person;
  readonly #asking: AskPlanDependencies;
  /** The folders that were open when the plan was made. */
  readonly #folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => `${uri.toString()}/`);
  #report: vscode.Uri | undefined;
  #targets: readonly SavedTarget[] = [];
  /** How many pages of the run will be sent again. */
  #twice = 0;

  constructor(
    private readonly services: WindowServices,
    private readonly view: PlanView,
    private readonly reports: RunReports,
    private readonly begun: Begun,
  ) {
    this.#person = windowPerson(services);
    this.#asking = askingFor(services);
  }

  async answerPlan(plan: Plan, show: PromptScope): Promise<AnsweredPlan | undefined> {
    const settled = await this.#settle(plan, show);
    this.#twice = settled?.plan.twice(settled.checked, await this.#asking.lookedUp()) ?? 0;
    return settled;
  }

  /** Shows the plan, unless it has one file that only needs an answer. */
  async #settle(plan: Plan, show: PromptScope): Promise<AnsweredPlan | undefined> {
    const { title, ignored, unchecked } = this.begun;
    if (show === 'questions') {
      return askPlan(this.#asking, title, { plan, checked: plan.ticked });
    }
    const [only, ...others] = unchecked === undefined ? plan.rows : [];
    const alone = { plan, checked: new Set(only && others.length === 0 ? [only.file.uri] : []) };
    if (
      only?.status.kind !== 'unchanged' &&
      only?.status.kind !== 'blocked' &&
      questionOf(alone) !== undefined
    ) {
      await this.view.closePlan();
      return askPlan(this.#asking, title, alone);
    }
    const checked = new Set([...plan.ticked].filter((uri) => unchecked?.includes(uri) !== true));
    return this.view.settle(new OpenPlan(title, this.#asking, ignored, { plan, checked }, this.#read));
  }

  /** Reads files again. If that fails, their rows stay as they are. */
  readonly #read: ReadFiles = async (files) => {
    const read: PlanFile[] = [];
    await this.services.reportErrors(async () => {
      const reading = await beginReading(this.services, this.services.flow.host);
      await eachOf(files, readers, async ({ uri, path }) =>
        read.push(await readForPlan(reading, { uri, path, problem: this.#problemOf(uri) })),
      );
    });
    return read;
  };

  /** Returns the problem of a file whose folder was closed: without the folder's settings it would go elsewhere. */
  #problemOf(uri: string): string | undefined {
    const wasOpen = this.#folders.some((folder) => uri.startsWith(folder));
    return wasOpen && this.services.workspace.rootOf(uri) === undefined
      ? l10n.t('Its folder is no longer open.')
      : undefined;
  }

  readonly token: Person['token'] = (connection) => this.#person.token(connection);

  readonly watch: Person['watch'] = (title, work) => this.#person.watch(title, work);

  async place(plan: Plan): Promise<PublishAnswers | undefined> {
    const chosen = await this.#asking.askPlace(l10n.t('Change Destination'), plan.rows, 'wiki');
    return chosen === back ? undefined : chosen;
  }

  async follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): Promise<void> {
    const { names, tellProgress } = this.services;
    const startedAt = Date.now();
    const name = l10n.t('Publish Report, {0}', formatTime(startedAt)).replace(/[\\/:]/g, '.');
    const report = this.reports.add(name, () =>
      runReportLines(run, startedAt, {
        placeText: (place) => names.text(place),
        addressOf: (uri, place) => this.#addressOf(uri, place),
      }),
    );
    this.#report = report;
    const changed = (): void => this.reports.update(report);
    // Not awaited, since an open report is updated once the names are known.
    void names.lookUp(
      run.files.map(({ destination }) => placeOf(destination)),
      changed,
    );
    const { records } = this.services;
    const isNew = run.files.map(
      ({ destination }) => records.last.at(placeOf(destination))?.published === undefined,
    );
    // If the mark is still set after a restart, the run was interrupted.
    await this.#mark(true);
    await withRunProgress(
      run,
      this.view,
      (showProgress) =>
        send((index) => {
          showProgress(index);
          changed();
        }),
      tellProgress,
      this.#twice,
    );
    await this.#mark(undefined);
    if (run.counts.published > 0) {
      completeWalkthroughStep('hasPublished');
    }
    this.reports.updateAll();
    const targets = Map.groupBy(publishedIn(run), ({ uri, destination }) =>
      unsavedTarget(this.services, { uri, destination }),
    );
    this.#targets = (targets.get('ask') ?? []).filter(({ index }) => isNew[index]);
    await this.services.reportErrors(() => saveTargets(this.services, targets.get('always') ?? []));
  }

  /** The new pages whose targets only this computer knows, where the person is asked whether they are saved. */
  get targets(): readonly SavedTarget[] {
    return this.#targets;
  }

  async showReport(): Promise<void> {
    if (this.#report !== undefined) {
      await this.reports.show(this.#report);
    }
  }

  /** Returns the page's address from a lookup. */
  #addressOf(uri: string, place: Place): string | undefined {
    const { records, sites } = this.services;
    const pages = records.last.ofFile({ uri }).flatMap(({ id }) => records.last.get(id) ?? []);
    const address = pages.find((page) => samePlace(page.place, place))?.wiki?.address;
    return address === undefined ? undefined : sites.addressIn(place.endpoint, address);
  }

  async #mark(running: true | undefined): Promise<void> {
    const { state, log } = this.services;
    try {
      await state.update('running', running);
    } catch (error) {
      log.error(error);
    }
  }
}

/** Returns how the person is asked the questions of a plan. */
function askingFor(services: WindowServices): AskPlanDependencies {
  const { names, settings } = services;
  return {
    names,
    connectionName: (endpoint) => {
      const { connections } = settings.read();
      return connections.length > 1
        ? connections.find((each) => each.endpoint === endpoint)?.name
        : undefined;
    },
    hasTokens: async ({ plan, checked }) => {
      const { tokens } = services;
      const endpoints = new Set(plan.runFiles(checked).map(({ destination }) => destination.endpoint));
      for (const connection of settings.read().connections.filter((each) => endpoints.has(each.endpoint))) {
        if (
          ((await tokens.get(connection.endpoint)) ?? (await replaceToken(services, connection))) ===
          undefined
        ) {
          return false;
        }
      }
      return true;
    },
    lookedUp: () => lookedUp(services),
    isKnownHereAlone: (row) => {
      const { destination } = runFileOf(row) ?? {};
      const how = destination && unsavedTarget(services, { uri: row.file.uri, destination });
      return how === 'ask' || how === 'always';
    },
    askConnection: async () => {
      const connection = await pickConnection(services);
      return connection && { endpoint: connection.endpoint };
    },
    askPlace: async (title, rows, from) => {
      const decisions = rows.map(({ decision }) => decision).filter((decision) => decision !== undefined);
      const connection = decisions.find((decision) => decision.connection !== undefined)?.connection;
      const { endpoint } = connection ?? (await pickConnection(services)) ?? {};
      if (endpoint === undefined) {
        return undefined;
      }
      const known = { ...decisions[0]?.known, endpoint };
      const first = decisions.every(missesParentAlone) ? 'parent' : 'space';
      return askPlace(title, known, wikisFor(services, rows[0]?.file), from ?? first);
    },
  };
}

/** Whether only the parent page is missing, since a setting or front matter names the space. */
function missesParentAlone({ questions }: Decision): boolean {
  return questions.some((question) => question.kind === 'target' && !question.missing.includes('space'));
}

function publishedIn(
  run: Run,
): readonly (SavedTarget & Pick<RunFile, 'destination'> & { readonly index: number })[] {
  return run.files.flatMap(({ file: { uri }, destination }, index) => {
    const state = run.state(index);
    return typeof state !== 'string' && state.kind === 'published' ? { uri, destination, index } : [];
  });
}
