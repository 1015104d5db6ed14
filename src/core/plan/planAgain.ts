import { samePlace } from '../records/pageRecord';
import { placeOf } from '../publish/pageChanges';
import { isPublished } from './fileOutcome';
import { Plan } from './plan';
import { isOtherPage, type PlanFile, type RowAnswer } from './row';
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

/** Gives what has no destination the place that was chosen before its folder got another layout, in a tree to what is at the top. */
export function withPlacesOf(plan: Plan, before: Plan): Plan {
  const chosen = before.rows.flatMap(({ file, answer }) => {
    const { endpoint, space, parent } = answer.chosen ?? {};
    const isWhole = endpoint !== undefined && space !== undefined && parent !== undefined;
    return isWhole ? [[file.uri, { endpoint, space, parent }] as const] : [];
  });
  const places = new Map(chosen);
  const isOne = new Set(chosen.map(([, place]) => JSON.stringify(place))).size === 1;
  const open = plan.rows.filter(
    ({ status, file }) => status.kind === 'unplaced' && file.input?.defaults.above === undefined,
  );
  const answers = open.map(({ file }): [string, RowAnswer] => [
    file.uri,
    { chosen: places.get(file.uri) ?? (isOne ? chosen[0]?.[1] : undefined) },
  ]);
  return new Plan(plan.files, new Map(answers));
}

/** Returns the published files that link to other published files, by their index in the run. */
export function filesLinking(run: Run, lookedUp: ReadonlySet<string>): ReadonlyMap<number, RunFile> {
  const published = [...run.files.entries()].filter(([index]) => isPublished(run.state(index)));
  const found = published.filter(([, { destination }]) => lookedUp.has(destination.endpoint));
  const pages = new Set(found.map(([, { file }]) => file.uri));
  const linking = published.filter(([, { linked = [] }]) => linked.some((uri) => pages.has(uri)));
  return new Map(
    linking.map(([index, file]) => {
      const { knownProblems = [], needs = [] } = file;
      // What links to a page that was not published was sent with that link.
      return [index, { ...file, knownProblems: [...knownProblems, ...needs] }];
    }),
  );
}
