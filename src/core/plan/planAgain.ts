import { samePlace } from '../records/pageRecord';
import { placeOf } from '../publish/pageChanges';
import { changeText } from '../publish/changeText';
import { isPublished } from './fileOutcome';
import { Plan } from './plan';
import { isOtherPage, type PlanFile, type PlanRow, type RowAnswer } from './row';
import type { Run } from './run';
import { withoutStop, type RunFile } from './runFile';

/** Decides anew what was planned: with the files and settings of now, and the person's choices of then. */
export function planAgain(read: readonly PlanFile[], planned: readonly RunFile[]): Plan {
  const before = new Map(planned.map((file) => [file.file.uri, file]));
  const answers = read.map(({ uri, passable, input }): [string, RowAnswer] => {
    const { chosen: then, knownProblems, destination } = before.get(uri) ?? {};
    const place = destination && placeOf(destination);
    const isOwn = place && input?.own.some((page) => page.published && samePlace(page.place, place));
    const chosen = isOwn === true && then ? withoutStop(then) : then;
    const publishAnyway =
      knownProblems !== undefined && passable?.every((each) => knownProblems.includes(each)) === true;
    return [uri, { chosen, publishAnyway }];
  });
  const plan = new Plan(read, new Map(answers));
  const open = plan.rows.filter(({ file, answer, decision }) => {
    const { destination, others = [] } = before.get(file.uri) ?? {};
    const isSeen =
      destination !== undefined && !isOtherPage({ decision }, { ...placeOf(destination), others });
    return answer.chosen?.overwrite === true && !isSeen;
  });
  return plan.withoutConsent(open.map(({ file }) => file.uri));
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
  return planAgain(read, files).withoutConsent(files.map(({ file }) => file.uri));
}

/** Returns why the links of a page stay open; undefined if there are none. */
export function whyLinksStayOpen(row: PlanRow, now: number): string | undefined {
  const { file, status, decision, changed } = row;
  if (status.kind === 'unchanged') {
    return undefined;
  }
  return changed === undefined
    ? (status.reason ?? '')
    : changeText(decision?.target?.title ?? file.title, changed.change, now);
}
