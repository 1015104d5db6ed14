import { acceptedIn, agree, problemsAsking } from '../publish/answers';
import { isPublished } from './fileOutcome';
import { Plan } from './plan';
import type { LinkedPlanFile, PlanFile, RowAnswers } from './row';
import type { Run } from './run';
import type { RunFile } from './runFile';

/** Keeps the answers: each counts only where the person would see the same. */
export function planAgain(
  read: readonly PlanFile[],
  planned: readonly Pick<RunFile, 'file' | 'answers'>[],
): Plan {
  return new Plan(read, new Map(planned.map(({ file, answers }) => [file.uri, answers])));
}

/**
 * Gives unplaced files the place chosen for them in `before`,
 * or else the only one there, unless they have a `parentFile`.
 */
export function withPlacesOf(plan: Plan, before: Plan): Plan {
  const chosen = before.rows.flatMap(({ file, answers }) => {
    const { endpoint, space, parent } = answers.place ?? {};
    const isWhole = endpoint !== undefined && space !== undefined && parent !== undefined;
    return isWhole ? [[file.uri, { endpoint, space, parent }] as const] : [];
  });
  const places = new Map(chosen);
  const isOne = new Set(chosen.map(([, place]) => JSON.stringify(place))).size === 1;
  const open = plan.rows.filter(
    ({ status, file }) => status.kind === 'unplaced' && file.input?.defaults.parentFile === undefined,
  );
  const answers = open.map(({ file }): [string, RowAnswers] => [
    file.uri,
    { place: places.get(file.uri) ?? (isOne ? chosen[0]?.[1] : undefined) },
  ]);
  return new Plan(plan.files, new Map(answers));
}

/**
 * Returns, by index in the run, published files that link to published pages of the run, whose addresses may be
 * new. Only links count for which `counts` is true, to wikis that can be asked for addresses (`withLookups`).
 */
export function filesLinking(
  run: Run,
  withLookups: ReadonlySet<string>,
  counts: (link: LinkedPlanFile) => boolean = () => true,
): ReadonlyMap<number, RunFile> {
  const published = [...run.files.entries()].filter(([index]) => isPublished(run.state(index)));
  const found = published.filter(([, { destination }]) => withLookups.has(destination.endpoint));
  const pages = new Set(found.map(([, { file }]) => file.uri));
  const linking = published.filter(([, { linked = [] }]) =>
    linked.some((link) => pages.has(link.uri) && counts(link)),
  );
  return new Map(
    linking.map(([index, file]) => {
      const { answers, unpublishedLinkKeys = [] } = file;
      // The first send was made although these links had no page behind them, so they must not stop the
      // second one.
      const accepted = [...(acceptedIn(answers) ?? []), ...unpublishedLinkKeys];
      return [index, { ...file, answers: agree(answers, problemsAsking(accepted), 'anyway') }];
    }),
  );
}
