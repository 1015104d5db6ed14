import * as l10n from '@vscode/l10n';
import type { ApiToken } from '../../core/connection/apiToken';
import type { Chosen } from '../../core/publish/precedence';
import { placeOf } from '../../core/publish/pageChanges';
import type { Plan } from '../../core/run/plan';
import { filesLeft, planToResume, resumedRun, unstarted, type UnfinishedRun } from '../../core/run/resume';
import { goesTo, targetOf, type Row } from '../../core/run/row';
import type { Settled } from '../../core/run/settled';
import { Run } from '../../core/run/run';
import type { RunFile } from '../../core/run/runFile';
import { stopAtStorage, type Stop } from '../../core/run/stop';
import { runNotice, type RunAction } from '../../core/run/runReport';
import { UserError } from '../../core/text/errors';
import { formatList } from '../../core/text/locale';
import { plain } from '../../core/text/plain';
import type { Report } from '../../core/text/report';
import { sentences } from '../../core/text/sentences';
import { isFresh } from '../publish/pagesInWiki';
import { isRunning, RunRecord, type InterruptedRun, type OpenRunRecord } from '../run/runRecord';
import type { Host, Person, Show } from './host';
import { beginReading, planOf, type File, type ReadingContext } from './reading';
import { rememberPlaces, sendRun } from './sendRun';
import type { RunServices } from '../services';

/** The person who decides about many files and follows their run. */
export interface RunPerson extends Person {
  /** Asks for another place for all files; undefined if the person cancelled. */
  place(plan: Plan): Promise<Chosen | undefined>;
  /** Shows the progress of a run, and lets the person stop it. */
  follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): PromiseLike<void>;
}

export interface RunRequest {
  /** Finds the files. `above`: finds the parent page of a file, where files are a tree. */
  readonly find: (above: ReadingContext['above']) => AsyncIterable<File> | Iterable<File>;
  /** The skipped files, which are added while the files are found. */
  readonly ignored?: readonly { readonly path: string }[];
  readonly isLeftOut?: (row: Row) => boolean;
}

/** The result of a run; without `sent`, there was nothing to publish. */
export interface EndedRun {
  readonly report: Report<RunAction>;
  /** `record`: the name by which the run can be resumed. */
  readonly sent?: {
    readonly run: Run;
    readonly record: string;
    /** Resolves when the published pages have been looked up and recorded. */
    readonly lookedUp: Promise<void>;
  };
}

interface SettledRun extends Pick<Settled, 'plan'> {
  /** The checked files. */
  readonly files: readonly RunFile[];
  /** What the first plan left out. */
  readonly blocked: Plan['blocked'];
  /** By endpoint. */
  readonly tokens: ReadonlyMap<string, ApiToken>;
}

const countEvery = 50;

/** Publishes many files with a plan, a run and a report. Only one run is under way at a time. */
export class Runs {
  #busy = false;
  #current: Run | undefined;

  constructor(
    private readonly services: RunServices,
    private readonly host: Host,
  ) {}

  /** The run under way, or the last one. */
  get current(): Run | undefined {
    return this.#current;
  }

  /** Stops the run; sends under way are completed. */
  stop(reason: Stop): void {
    this.#current?.stop(reason);
  }

  /** Resolves with undefined if the person cancelled. */
  publish(
    { find, ignored = [], isLeftOut = () => false }: RunRequest,
    person: RunPerson,
  ): Promise<EndedRun | undefined> {
    return this.#alone(async () => {
      const all = await this.plan({ find }, person);
      const plan = all?.without(isLeftOut);
      if (all === undefined || plan === undefined) {
        return undefined;
      }
      if (plan.rows.length === 0) {
        return { report: { severity: 'information', text: emptyText(all, ignored), actions: [] } };
      }
      const settled = await this.#settle(plan, person, 'plan');
      if (settled === undefined) {
        return undefined;
      }
      const { files, blocked, tokens } = settled;
      return files.length === 0
        ? { report: { severity: 'information', text: emptyText(settled.plan, []), actions: [] } }
        : this.#run(new Run(files, undefined, blocked), tokens, person);
    });
  }

  /** Plans a run without sending anything. Undefined if the person cancelled. */
  async plan({ find }: Pick<RunRequest, 'find'>, person: Pick<Person, 'watch'>): Promise<Plan | undefined> {
    const reading = await beginReading(this.services, this.host);
    const files = find((uri) => reading.above(uri));
    return person.watch(l10n.t('Reading the files'), (signal, progress) =>
      planOf(files, reading, this.services.inWiki, {
        signal,
        progress: (count) => {
          if (count % countEvery === 0) {
            progress({ kind: 'reading', files: count });
          }
        },
      }),
    );
  }

  /** Returns the runs that ended early, the latest last. */
  async interrupted(): Promise<readonly InterruptedRun[]> {
    const { runsFolder: folder, now } = this.services;
    return folder === undefined ? [] : RunRecord.interrupted(folder, now());
  }

  /** Removes the record of a run of which nothing is left to send. */
  async forget(name: string): Promise<void> {
    const { runsFolder: folder } = this.services;
    const left = (await this.interrupted()).find((each) => each.name === name);
    const record = folder && left && (await RunRecord.take(folder, left));
    await (record ? record.close(true) : undefined);
  }

  /** Sends the rest of a run. `isElsewhere`: asks for another place first. Undefined if the person cancelled. */
  resume(
    pick: (runs: readonly InterruptedRun[]) => Promise<InterruptedRun | undefined>,
    person: RunPerson,
    isElsewhere = false,
  ): Promise<EndedRun | undefined> {
    return this.#alone(async () => {
      const { runsFolder: folder, now } = this.services;
      const interrupted = await this.interrupted();
      const unfinished = await pick(interrupted);
      const record = folder && unfinished && (await RunRecord.take(folder, unfinished));
      if (unfinished && record) {
        return this.#resume(unfinished, record, person, isElsewhere);
      }
      if (interrupted.length === 0) {
        throw new UserError(
          folder !== undefined && (await isRunning(folder, now())) ? busyText() : nothingToResume(),
        );
      }
      return undefined;
    });
  }

  /** The old record is deleted once a new one has the rest of the run. */
  async #resume(
    unfinished: UnfinishedRun,
    record: RunRecord,
    person: RunPerson,
    isElsewhere: boolean,
  ): Promise<EndedRun | undefined> {
    try {
      const plan = await this.#planAgain(unfinished, person, isElsewhere);
      const show = isElsewhere || plan?.rows.some((row) => isOpen(row, plan)) ? 'plan' : 'questions';
      const settled = plan && (await this.#settle(plan, person, show));
      const run = settled && resumedRun(unfinished, plan, settled.files);
      return run && (await this.#run(run, settled.tokens, person, () => record.close(true)));
    } finally {
      // Does nothing where it was deleted.
      await record.close(false);
    }
  }

  /**
   * Resolves with the plan as the person answered it, and the tokens that it needs. What they were asked for long is decided
   * again, and shown again where it needs another answer or a page would go elsewhere.
   */
  async #settle(plan: Plan, person: RunPerson, show: Show, isAgain = false): Promise<SettledRun | undefined> {
    const { now } = this.services;
    const shownAt = now();
    const settled = await person.settle(plan, show);
    const files = settled?.plan.runFiles(settled.checked) ?? [];
    const tokens = settled && (await this.#tokensFor(files, person));
    if (settled === undefined || tokens === undefined) {
      return undefined;
    }
    const { blocked } = settled.plan;
    // Nobody was asked the second time: ten thousand files alone take long too.
    const isSilent = isAgain && show === 'questions' && plan.question(plan.ticked) === undefined;
    if (files.length === 0 || isSilent || isFresh(shownAt, now())) {
      return { plan: settled.plan, files, blocked, tokens };
    }
    const again = await this.#planAgain(unstarted(files), person);
    const before = new Map(files.map(({ file, destination }) => [file.uri, placeOf(destination)]));
    const isShown = again?.rows.some(
      (row) => isOpen(row, again) || !goesTo(row, targetOf(row), before.get(row.file.uri)),
    );
    const next = again && (await this.#settle(again, person, isShown ? 'plan' : 'questions', true));
    return next && { ...next, blocked };
  }

  /** Decides again what is left to send: pages, files and settings may be other ones by now. Undefined if the person cancelled. */
  async #planAgain(
    unfinished: UnfinishedRun,
    person: RunPerson,
    isElsewhere = false,
  ): Promise<Plan | undefined> {
    const left = filesLeft(unfinished).map(({ file, path }) => ({ uri: file.uri, path }));
    const read = await this.plan({ find: () => left }, person);
    const plan = read && planToResume(read.files, unfinished);
    if (plan === undefined || !isElsewhere) {
      return plan;
    }
    const chosen = await person.place(plan);
    const uris = left.map(({ uri }) => uri);
    return chosen && plan.withoutConsent(uris).with(uris, { chosen });
  }

  /** `recorded`: the run has a record, so it can be resumed. */
  async #run(
    run: Run,
    tokens: SettledRun['tokens'],
    person: RunPerson,
    recorded: () => Promise<void> = () => Promise.resolve(),
  ): Promise<EndedRun | undefined> {
    const { services, host } = this;
    const record = await this.#record(run);
    await recorded();
    this.#current = run;
    let lookedUp = Promise.resolve();
    try {
      const reading = await beginReading(services, host, run.going, await services.records.read());
      await person.follow(run, async (changed) => {
        ({ lookedUp } = await sendRun({ services, host }, run, { tokens, record, reading, changed }));
      });
    } finally {
      await record.close(run.complete);
    }
    await rememberPlaces(run, services);
    const report = runNotice(run);
    services.log.info(report.text);
    return { report, sent: { run, record: record.name, lookedUp } };
  }

  async #record(run: Run): Promise<OpenRunRecord> {
    const { runsFolder: folder, now } = this.services;
    try {
      return folder === undefined ? RunRecord.none : await RunRecord.create(folder, run, now());
    } catch (cause) {
      throw new UserError(sentences(stopAtStorage(cause).text, l10n.t('Nothing was sent.')), { cause });
    }
  }

  /**
   * Returns the token of each connection that the run needs, and asks for a missing one. An expired one ends the run
   * before the next send (`Run.maySend`). Undefined if the person cancelled.
   */
  async #tokensFor(files: readonly RunFile[], person: Person): Promise<SettledRun['tokens'] | undefined> {
    const { settings, tokens } = this.services;
    const { connections } = settings.read();
    const found = new Map<string, ApiToken>();
    for (const endpoint of new Set(files.map(({ destination }) => destination.endpoint))) {
      const connection = connections.find((each) => each.endpoint === endpoint);
      if (connection === undefined) {
        const { host } = new URL(endpoint);
        throw new UserError(
          l10n.t('The connection to {0} is no longer in your settings. Nothing was sent.', host),
        );
      }
      const token = (await tokens.get(endpoint)) ?? (await person.token(connection));
      if (token === undefined) {
        return undefined;
      }
      found.set(endpoint, token);
    }
    return found;
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy) {
      throw new UserError(busyText());
    }
    this.#busy = true;
    try {
      return await work();
    } finally {
      this.#busy = false;
    }
  }
}

export function nothingToResume(): string {
  return l10n.t('There is nothing to resume: publishing was not interrupted.');
}

/** Whether a row of what is left needs an answer. */
function isOpen({ status, file }: Row, plan: Plan): boolean {
  return status.kind !== 'unchanged' && !plan.ticked.has(file.uri);
}

function busyText(): string {
  return l10n.t('Files are already being published. Wait until that is done, or cancel it.');
}

/** Says why there is nothing to publish. */
function emptyText({ rows }: Plan, ignored: readonly { readonly path: string }[]): string {
  if (rows.length > 0) {
    return rows.every(({ status }) => status.kind === 'unchanged')
      ? l10n.t('Nothing has changed since it was published.')
      : l10n.t('Nothing that was published has changed.');
  }
  return sentences(
    l10n.t('There are no Markdown files here.'),
    ignored.length === 0 ? '' : `${l10n.t('Ignored')}: ${plain(formatList(ignored.map(({ path }) => path)))}`,
  );
}
