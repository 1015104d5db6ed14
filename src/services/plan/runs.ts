import * as l10n from '@vscode/l10n';
import type { ApiToken } from '../../core/connection/apiToken';
import { placeOf } from '../../core/publish/recordChanges';
import type { Place } from '../../core/records/pageRecord';
import type { Plan } from '../../core/plan/plan';
import { planAgain, withPlacesOf } from '../../core/plan/planAgain';
import { isSeenPlace, type PlanRow } from '../../core/plan/row';
import type { AnsweredPlan } from '../../core/plan/answeredPlan';
import { Run } from '../../core/plan/run';
import type { RunFile } from '../../core/plan/runFile';
import { storageStop, type RunStop } from '../../core/plan/runStop';
import { runNotice, type RunAction } from '../../core/plan/runReport';
import { UserError } from '../../core/text/errors';
import type { Report } from '../../core/text/report';
import { sentences } from '../../core/text/sentences';
import { ExistingPages } from '../wiki/existingPages';
import { isRecentLookup } from '../wiki/pagesInWiki';
import type { OpenRun } from './storedRuns';
import { nothingToPublishText, unsentText } from './planTexts';
import type { Host, Person, PromptScope } from '../publish/host';
import { beginReading, planPublish, type FileToRead, type ReadingContext } from '../publish/reading';
import { rememberPlaces, sendRun } from './sendRun';
import type { RunServices } from '../services';

export interface RunPerson extends Person {
  /** Asks for one place for all files that differ from the wiki. */
  askForPlace(plan: Plan): Promise<Partial<Place> | undefined>;
  /** Calls `send`, and lets the person stop the run. `send` calls `changed` when a file’s send begins or ends. */
  follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): PromiseLike<void>;
}

export interface RunRequest {
  /** `above` returns the file whose page is the parent, where files are published as a tree of pages. */
  readonly find: (
    findParentFile: ReadingContext['findParentFile'],
  ) => AsyncIterable<FileToRead> | Iterable<FileToRead>;
  /** The files that `find` skips; it adds them to this array while it runs. */
  readonly ignored?: readonly { readonly path: string }[];
  readonly isLeftOut?: ((row: PlanRow) => boolean) | undefined;
  /** The URIs of the chosen files and folders, in which a resumed run finds its files again. */
  readonly roots?: readonly string[];
  /** The plan before the person switched to or from a tree of pages; the places chosen in it are kept. */
  readonly planBefore?: Plan | undefined;
}

/** `sent` is missing where there was nothing to publish. */
export interface EndedRun {
  readonly report: Report<RunAction>;
  readonly sent?: {
    readonly run: Run;
    /** The ID for `Runs.forgetStored`; undefined where runs are not stored. */
    readonly storedRunId: string | undefined;
    /** Resolves when the pages were looked up in the wiki, and their IDs and addresses are recorded. */
    readonly lookedUp: Promise<void>;
  };
}

interface AnsweredRun extends Pick<AnsweredPlan, 'plan'> {
  readonly files: readonly RunFile[];
  /** That of the first plan: the plan of `#planRunAgain` has only the files to send. */
  readonly unresolved: Plan['unresolved'];
  /** The keys are endpoints. */
  readonly tokens: ReadonlyMap<string, ApiToken>;
}

interface BeginRun {
  /** Stores the run before its first page is sent; undefined where runs are not stored. */
  readonly keep: (checked: readonly string[]) => Promise<OpenRun> | undefined;
  /** The files of a resumed run whose pages are up to date already. */
  readonly published: readonly RunFile[];
}

const countEvery = 50;

/** Only one run is under way at a time: meanwhile, `publish` and `resume` reject with a `UserError`. */
export class Runs {
  #busy = false;
  #current: Run | undefined;

  constructor(
    private readonly services: RunServices,
    private readonly host: Host,
  ) {}

  /** The run under way, or else the last one. */
  get latest(): Run | undefined {
    return this.#current;
  }

  /** Begins no further send; sends under way are completed. */
  stop(reason: RunStop): void {
    this.#current?.stop(reason);
  }

  publish(
    { find, ignored = [], isLeftOut = () => false, roots = [], planBefore }: RunRequest,
    person: RunPerson,
  ): Promise<EndedRun | undefined> {
    return this.#alone(async () => {
      const all = await this.plan({ find }, person);
      const left = all?.without(isLeftOut);
      const plan = left && planBefore ? withPlacesOf(left, planBefore) : left;
      if (all === undefined || plan === undefined) {
        return undefined;
      }
      if (plan.rows.length === 0) {
        return unsent(nothingToPublishText(all, ignored));
      }
      const { storedRuns } = this.services;
      return this.#publish(plan, person, 'plan', {
        keep: (checked) => storedRuns?.begin({ roots, checked }),
        published: [],
      });
    });
  }

  /** Looks up pages in the wiki, but publishes nothing. */
  async plan({ find }: Pick<RunRequest, 'find'>, person: Pick<Person, 'watch'>): Promise<Plan | undefined> {
    const reading = await beginReading(this.services, this.host);
    const files = find((uri) => reading.findParentFile(uri));
    return person.watch(l10n.t('Reading the files'), (signal, progress) =>
      planPublish(files, reading, this.services.inWiki, {
        signal,
        progress: (count) => {
          if (count % countEvery === 0) {
            progress({ kind: 'reading', files: count });
          }
        },
      }),
    );
  }

  /** Counts the files of the runs that ended early, and those of them that were published since the first one began. */
  async interrupted(): Promise<{ readonly all: number; readonly published: number } | undefined> {
    const { storedRuns, records } = this.services;
    const left = await storedRuns?.unfinished();
    if (left === undefined) {
      return undefined;
    }
    const { checked, startedAt } = left;
    const since = (await records.read()).records.filter(
      ({ published }) => published !== undefined && published.publishedAt >= startedAt,
    );
    const published = new Set(since.map(({ file }) => file.uri));
    return { all: checked.length, published: checked.filter((uri) => published.has(uri)).length };
  }

  async forgetStored(storedRunId: string): Promise<void> {
    await this.services.storedRuns?.remove(storedRunId);
  }

  /**
   * Plans what is left of all runs that ended early, and sends it. `findIn` finds files in what was chosen for these
   * runs. `asksForPlace`: the person is asked for another place first.
   */
  resume(
    findIn: (roots: readonly string[]) => RunRequest['find'],
    person: RunPerson,
    asksForPlace = false,
  ): Promise<EndedRun | undefined> {
    return this.#alone(async () => {
      const { storedRuns } = this.services;
      const left = await storedRuns?.claim();
      if (left === undefined) {
        throw new UserError((await storedRuns?.isRunning()) === true ? busyText() : nothingToResumeText());
      }
      try {
        return await this.#resume(left, findIn, person, asksForPlace);
      } finally {
        await left.close(false);
      }
    });
  }

  async #resume(
    left: OpenRun,
    findIn: (roots: readonly string[]) => RunRequest['find'],
    person: RunPerson,
    asksForPlace: boolean,
  ): Promise<EndedRun | undefined> {
    const { roots, checked, isSeveral } = left.source;
    const find = findIn(roots);
    const read = await this.plan(
      { find: (findParentFile) => onlyThese(new Set(checked), find(findParentFile)) },
      person,
    );
    const plan = asksForPlace ? read && (await planElsewhere(read, person)) : read;
    if (plan === undefined) {
      return undefined;
    }
    if (plan.rows.every(({ status }) => status.kind === 'unchanged')) {
      await left.close(true);
      return unsent(unsentText(plan));
    }
    const isShown = asksForPlace || isSeveral || plan.rows.some((row) => isOpen(row, plan));
    return this.#publish(plan, person, isShown ? 'plan' : 'questions', {
      keep: () => Promise.resolve(left),
      published: plan.unchanged,
    });
  }

  async #publish(
    plan: Plan,
    person: RunPerson,
    show: PromptScope,
    begin: BeginRun,
  ): Promise<EndedRun | undefined> {
    const answered = await this.#answer(plan, person, show);
    return answered === undefined || answered.files.length > 0
      ? answered && this.#run(answered, person, begin)
      : unsent(unsentText(answered.plan));
  }

  /**
   * If the person took more than 5 seconds, plans again, since files and pages may have changed. Shows the
   * second plan only if it needs an answer or a page would go elsewhere.
   */
  async #answer(
    plan: Plan,
    person: RunPerson,
    show: PromptScope,
    isAgain = false,
  ): Promise<AnsweredRun | undefined> {
    const { now } = this.services;
    const shownAt = now();
    const answered = await person.answerPlan(plan, show);
    const files = answered?.plan.runFiles(answered.checked) ?? [];
    const tokens = answered && (await this.#tokensFor(files, person));
    if (answered === undefined || tokens === undefined) {
      return undefined;
    }
    const { unresolved } = answered.plan;
    // The second plan raised no question, so it is used even if making it took long.
    const isSilent = isAgain && show === 'questions' && plan.question(plan.initiallyChecked) === undefined;
    if (files.length === 0 || isSilent || isRecentLookup(shownAt, now())) {
      return { plan: answered.plan, files, unresolved, tokens };
    }
    const again = await this.#planRunAgain(files, person);
    const before = new Map(files.map(({ file, destination }) => [file.uri, placeOf(destination)]));
    const isShown = again?.rows.some(
      (row) => isOpen(row, again) || !isSeenPlace(row, row.decision?.target, before.get(row.file.uri)),
    );
    const next = again && (await this.#answer(again, person, isShown ? 'plan' : 'questions', true));
    return next && { ...next, unresolved };
  }

  async #planRunAgain(planned: readonly RunFile[], person: RunPerson): Promise<Plan | undefined> {
    const files = planned.map(({ file, path }) => ({ uri: file.uri, path }));
    const read = await this.plan({ find: () => files }, person);
    const replaced = planned.filter(({ agreedChange }) => agreedChange?.kind === 'there');
    const there = new ExistingPages(this.services);
    const foundAt = await there.findAt(replaced.map(({ destination }) => placeOf(destination)));
    return read && planAgain(read.withPagesThere(foundAt).files, planned);
  }

  async #run(
    { files, unresolved, tokens }: AnsweredRun,
    person: RunPerson,
    { keep, published }: BeginRun,
  ): Promise<EndedRun> {
    const { services, host } = this;
    const kept = await this.#kept(keep(files.map(({ file }) => file.uri)));
    const run = new Run(files, unresolved, published, services.concurrency());
    this.#current = run;
    let lookedUp = Promise.resolve();
    try {
      const reading = await beginReading(services, host, run.titlesByFile, await services.records.read());
      await person.follow(run, async (changed) => {
        ({ lookedUp } = await sendRun({ services, host }, run, { tokens, reading, changed }));
      });
    } finally {
      await kept?.close(run.isComplete);
    }
    await rememberPlaces(run, services);
    const report = runNotice(run);
    services.log.info(report.text);
    return { report, sent: { run, storedRunId: kept?.id, lookedUp } };
  }

  async #kept(keeping: Promise<OpenRun> | undefined): Promise<OpenRun | undefined> {
    try {
      return await keeping;
    } catch (cause) {
      throw new UserError(sentences(storageStop().text, l10n.t('Nothing was sent.')), { cause });
    }
  }

  /** Asks for missing tokens. Expired tokens are returned too: `Run.maySend` stops the run before it sends one. */
  async #tokensFor(files: readonly RunFile[], person: Person): Promise<AnsweredRun['tokens'] | undefined> {
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

export function nothingToResumeText(): string {
  return l10n.t('There is nothing to resume: publishing was not interrupted.');
}

async function* onlyThese(
  uris: ReadonlySet<string>,
  found: ReturnType<RunRequest['find']>,
): AsyncGenerator<FileToRead> {
  for await (const file of found) {
    if (uris.has(file.uri.toString())) {
      yield file;
    }
  }
}

async function planElsewhere(plan: Plan, person: RunPerson): Promise<Plan | undefined> {
  const place = await person.askForPlace(plan);
  const differing = plan.rows.filter(({ status }) => status.kind !== 'unchanged');
  return (
    place &&
    plan.withAnswers(
      differing.map(({ file }) => file.uri),
      { place },
    )
  );
}

function unsent(text: string): EndedRun {
  return { report: { severity: 'information', text, actions: [] } };
}

/** Whether a row that is not up to date has no check mark at first, as with a question: then the plan is shown. */
function isOpen({ status, file }: PlanRow, plan: Plan): boolean {
  return status.kind !== 'unchanged' && !plan.initiallyChecked.has(file.uri);
}

function busyText(): string {
  return l10n.t('Files are already being published. Wait until that is done, or cancel it.');
}
