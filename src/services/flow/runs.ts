import * as l10n from '@vscode/l10n';
import type { ApiToken } from '../../core/connection/apiToken';
import type { Chosen } from '../../core/publish/precedence';
import type { Plan } from '../../core/run/plan';
import { filesLeft, planToResume, resumedRun, type UnfinishedRun } from '../../core/run/resume';
import type { Row } from '../../core/run/row';
import { Run, stopAtStorage, type Stop } from '../../core/run/run';
import { runNotice, type RunAction } from '../../core/run/runReport';
import { UserError } from '../../core/text/errors';
import { formatList } from '../../core/text/locale';
import { plain } from '../../core/text/plain';
import type { Report } from '../../core/text/report';
import { sentences } from '../../core/wiki/failureText';
import { isRunning, RunRecord, type InterruptedRun } from '../run/runRecord';
import type { Host, Person } from './host';
import { beginReading, planOf, type File, type ReadingContext } from './reading';
import { rememberPlaces, sendRun } from './sendRun';
import type { RunServices } from './services';

/** Who is asked what becomes of many files, and sees how they are published. */
export interface RunPerson extends Person {
  /** Asks for another place for all files; undefined when the person left. */
  place(plan: Plan): Promise<Chosen | undefined>;
  /** Shows how a run goes, and lets them stop it. */
  follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): PromiseLike<void>;
}

export interface RunRequest {
  /** Finds the files. `above`: what is above one, where files are a tree of pages. */
  readonly find: (above: ReadingContext['above']) => AsyncIterable<File>;
  /** What was passed over, filled as they are found. */
  readonly ignored?: readonly { readonly path: string }[];
  readonly isLeftOut?: (row: Row) => boolean;
}

/** How a run ended; without one there was nothing to publish. */
export interface EndedRun {
  readonly report: Report<RunAction>;
  /** `record`: the name by which it is resumed. */
  readonly sent?: {
    readonly run: Run;
    readonly record: string;
    /** What the wiki says of the pages is on record. */
    readonly lookedUp: Promise<void>;
  };
}

const countEvery = 50;

/** Publishes many files: a plan, a run, a report. One run at a time. */
export class Runs {
  #busy = false;
  #current: Run | undefined;

  constructor(
    private readonly services: RunServices,
    private readonly host: Host,
  ) {}

  /** Ends the run that is under way; what is being sent finishes. */
  stop(reason: Stop): void {
    this.#current?.stop(reason);
  }

  /** Undefined when the person left. */
  publish(
    { find, ignored = [], isLeftOut = () => false }: RunRequest,
    person: RunPerson,
  ): Promise<EndedRun | undefined> {
    return this.#alone(async () => {
      const reading = await beginReading(this.services, this.host);
      const all = await this.#plan(
        find((uri) => reading.above(uri)),
        reading,
        person,
      );
      const plan = all?.without(isLeftOut);
      if (all === undefined || plan === undefined) {
        return undefined;
      }
      if (plan.rows.length === 0) {
        return { report: { severity: 'information', text: emptyText(all, ignored), actions: [] } };
      }
      const settled = await person.settle(plan, 'plan');
      return (
        settled &&
        this.#run(new Run(settled.plan.runFiles(settled.checked), undefined, settled.plan.blocked), person)
      );
    });
  }

  /** What a run would do, and nothing is sent. Undefined when the person cancelled it. */
  async plan({ find }: RunRequest, person: Pick<Person, 'watch'>): Promise<Plan | undefined> {
    const reading = await beginReading(this.services, this.host);
    return this.#plan(
      find((uri) => reading.above(uri)),
      reading,
      person,
    );
  }

  /** The runs that ended before all was sent, the latest last. */
  interrupted(): Promise<readonly InterruptedRun[]> {
    return RunRecord.interrupted(this.services.folder, this.services.now());
  }

  /** Sends what is left of a run. `isElsewhere`: the place of what is left is asked for first. Undefined when the person left. */
  resume(
    pick: (runs: readonly InterruptedRun[]) => Promise<InterruptedRun | undefined>,
    person: RunPerson,
    isElsewhere = false,
  ): Promise<EndedRun | undefined> {
    return this.#alone(async () => {
      const { folder, now } = this.services;
      const interrupted = await this.interrupted();
      const unfinished = await pick(interrupted);
      const record = unfinished && (await RunRecord.take(folder, unfinished));
      if (unfinished !== undefined && record !== undefined) {
        return this.#resume(unfinished, record, person, isElsewhere);
      }
      if (interrupted.length === 0) {
        throw new UserError(
          (await isRunning(folder, now()))
            ? busyText()
            : l10n.t('There is nothing to resume: publishing was not interrupted.'),
        );
      }
      return undefined;
    });
  }

  /** The record goes once another one holds what is left of it. */
  async #resume(
    unfinished: UnfinishedRun,
    record: RunRecord,
    person: RunPerson,
    isElsewhere: boolean,
  ): Promise<EndedRun | undefined> {
    let isReplaced = false;
    try {
      const run = await this.#unfinished(unfinished, person, isElsewhere);
      const recorded = (): void => {
        isReplaced = true;
      };
      return run && (await this.#run(run, person, recorded));
    } finally {
      await record.close(isReplaced);
    }
  }

  /** What is left is decided anew, and shown where that needs an answer. Undefined when the person left. */
  async #unfinished(
    unfinished: UnfinishedRun,
    person: RunPerson,
    isElsewhere: boolean,
  ): Promise<Run | undefined> {
    const left = filesLeft(unfinished).map(({ file, path }) => ({ uri: file.uri, path }));
    const reading = await beginReading(this.services, this.host);
    const read = await this.#plan(left, reading, person);
    let plan = read && planToResume(read.files, unfinished);
    const chosen = plan && isElsewhere ? await person.place(plan) : undefined;
    if (plan === undefined || (isElsewhere && chosen === undefined)) {
      return undefined;
    }
    if (chosen !== undefined) {
      const uris = left.map(({ uri }) => uri);
      plan = plan.withoutConsent(uris).with(uris, { chosen });
    }
    const { ticked } = plan;
    const isSilent = plan.rows.every(({ file, section }) => ticked.has(file.uri) || section === 'unchanged');
    const settled = await person.settle(plan, isSilent && !isElsewhere ? 'questions' : 'plan');
    return settled && resumedRun(unfinished, settled.plan, settled.checked);
  }

  #plan(
    files: AsyncIterable<File> | Iterable<File>,
    reading: ReadingContext,
    person: Pick<Person, 'watch'>,
  ): PromiseLike<Plan | undefined> {
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

  /** `recorded`: the run has a record, by which it can be resumed however it ends. */
  async #run(
    run: Run,
    person: RunPerson,
    recorded: () => void = () => undefined,
  ): Promise<EndedRun | undefined> {
    const { services, host } = this;
    const tokens = await this.#tokensFor(run, person);
    if (tokens === undefined) {
      return undefined;
    }
    const record = await RunRecord.create(services.folder, run, services.now()).catch((cause: unknown) => {
      throw new UserError(sentences(stopAtStorage(cause).text, l10n.t('Nothing was sent.')), { cause });
    });
    recorded();
    this.#current = run;
    let lookedUp = Promise.resolve();
    try {
      const reading = await beginReading(services, host, run.going);
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

  /** The token of each connection that the run still needs; asks for one that is missing. One that has expired ends the run before its next send (sendFiles). Undefined when the person left. */
  async #tokensFor(run: Run, person: Person): Promise<ReadonlyMap<string, ApiToken> | undefined> {
    const { settings, tokens } = this.services;
    const { connections } = settings.read();
    const found = new Map<string, ApiToken>();
    const left = run.files.filter((_file, index) => run.state(index) === 'waiting');
    for (const endpoint of new Set(left.map(({ destination }) => destination.endpoint))) {
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

function busyText(): string {
  return l10n.t('Files are already being published. Wait until that is done, or cancel it.');
}

/** Why there is nothing to choose from. */
function emptyText({ rows }: Plan, ignored: readonly { readonly path: string }[]): string {
  if (rows.length > 0) {
    return l10n.t('Nothing has changed since it was published.');
  }
  return sentences(
    l10n.t('There are no Markdown files here.'),
    ignored.length === 0 ? '' : `${l10n.t('Ignored')}: ${plain(formatList(ignored.map(({ path }) => path)))}`,
  );
}
