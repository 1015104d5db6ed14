import * as l10n from '@vscode/l10n';
import { samePlace } from '../publish/pageRecord';
import { placeOf } from '../publish/pageChanges';
import { changeText } from '../publish/changeText';
import { isDone, isPublished, notSent, type FileOutcome } from './fileOutcome';
import { Plan } from './plan';
import { isOtherPage, type PlanFile, type Row, type RowAnswer } from './row';
import { Run } from './run';
import type { FileState } from './fileState';
import { withoutStop, type BlockedFile, type RunFile } from './runFile';

export interface UnfinishedRun {
  readonly files: readonly RunFile[];
  /** A file whose send was under way when the run stopped has the state `sending`. */
  readonly states: readonly FileState[];
  readonly blocked: readonly BlockedFile[];
}

/** Returns a run of which nothing was sent. */
export function unstarted(files: readonly RunFile[]): UnfinishedRun {
  return { files, states: files.map(() => 'waiting'), blocked: [] };
}

/** Returns the files that are not published yet, or have to be sent again. */
export function filesLeft({ files, states }: UnfinishedRun): readonly RunFile[] {
  return files.filter((_file, index) => !isDone(states[index]));
}

/** Decides anew what is left of a run: with the files and settings of now, and the person's choices of then. */
export function planToResume(read: readonly PlanFile[], unfinished: UnfinishedRun): Plan {
  const before = new Map(unfinished.files.map((file) => [file.file.uri, file]));
  const stopped = filesWithTakenTitles(unfinished);
  const files = read.map((file) => ({ ...file, isTitleTaken: stopped.has(file.uri) }));
  const answers = files.map(({ uri, passable, input }): [string, RowAnswer] => {
    const { chosen: then, knownProblems, destination } = before.get(uri) ?? {};
    const place = destination && placeOf(destination);
    const isOwn = place && input?.own.some((page) => page.published && samePlace(page.place, place));
    const chosen = isOwn === true && then ? withoutStop(then) : then;
    const publishAnyway =
      knownProblems !== undefined && passable?.every((each) => knownProblems.includes(each)) === true;
    return [uri, { chosen, publishAnyway }];
  });
  const plan = new Plan(files, new Map(answers));
  const open = plan.rows.filter(({ file, answer, decision }) => {
    const { destination, others = [] } = before.get(file.uri) ?? {};
    const isSeen =
      destination !== undefined && !isOtherPage({ decision }, { ...placeOf(destination), others });
    return stopped.has(file.uri) || (answer.chosen?.overwrite === true && !isSeen);
  });
  return plan.withoutConsent(open.map(({ file }) => file.uri));
}

/** Returns the whole run: the checked files are sent, and all others keep their state. `shown`: the plan of all that was left. */
export function resumedRun(
  { files, states, blocked }: UnfinishedRun,
  shown: Plan,
  checked: readonly RunFile[],
): Run {
  const rows = new Map(shown.rows.map((row) => [row.file.uri, row]));
  const sent = new Map(checked.map((file) => [file.file.uri, file]));
  const stateOf = (file: RunFile, state: FileState = 'waiting'): FileState => {
    if (sent.has(file.file.uri)) {
      return 'waiting';
    }
    return rows.get(file.file.uri)?.status.kind === 'unchanged'
      ? publishedMeanwhile()
      : stateAfterStop(file, state);
  };
  return new Run(
    files.map((file) => sent.get(file.file.uri) ?? file),
    files.map((file, index) => stateOf(file, states[index])),
    blocked,
  );
}

/** Returns the published files, by their index in the run, that link to other published files. */
export function filesToRelink(run: Run, lookedUp: ReadonlySet<string>): ReadonlyMap<number, RunFile> {
  const published = new Map([...run.files.entries()].filter(([index]) => isPublished(run.state(index))));
  const pages = new Set(
    [...published.values()]
      .filter(({ destination }) => lookedUp.has(destination.endpoint))
      .map(({ file }) => file.uri),
  );
  return new Map([...published].filter(([, { linked = [] }]) => linked.some((uri) => pages.has(uri))));
}

/** Decides anew what a run published, so that of the pages sent only the files' own are replaced. */
export function planToRelink(read: readonly PlanFile[], sent: readonly RunFile[]): Plan {
  // What links to a page that was not published was sent with that link.
  const files = sent.map((file) => ({
    ...file,
    knownProblems: [...(file.knownProblems ?? []), ...(file.needs ?? [])],
  }));
  return planToResume(read, unstarted(files)).withoutConsent(files.map(({ file }) => file.uri));
}

/** Returns why the links of a page stay open; undefined if there are none. */
export function whyLinksStayOpen(row: Row, now: number): string | undefined {
  const { file, status, decision, changed } = row;
  if (status.kind === 'unchanged') {
    return undefined;
  }
  return changed === undefined
    ? (status.reason ?? '')
    : changeText(decision?.target?.title ?? file.title, changed.change, now);
}

function stateAfterStop({ mayHaveArrived }: RunFile, state: FileState): FileState {
  return typeof state === 'object'
    ? state
    : notSent(l10n.t('It was left out when publishing was resumed.'), mayHaveArrived || state === 'sending');
}

function publishedMeanwhile(): FileOutcome {
  const message = l10n.t('It was already published as it is now.');
  return { kind: 'published', message, exists: false, mayHaveArrived: false };
}

/** Returns the files whose send stopped at a page of the same title. */
function filesWithTakenTitles({ files, states }: UnfinishedRun): ReadonlySet<string> {
  const stopped = files.filter((_file, index) => {
    const state = states[index];
    return typeof state === 'object' && state.exists;
  });
  return new Set(stopped.map(({ file }) => file.uri));
}
