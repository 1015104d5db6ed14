import { changeText } from '../../core/publish/changeText';
import type { Plan } from '../../core/run/plan';
import type { Row } from '../../core/run/row';
import { planToResume } from '../../core/run/resume';
import { withOpenLinks } from '../../core/run/fileOutcome';
import { isPublished, type Run, type RunFile } from '../../core/run/run';
import type { RunRecord } from './runRecord';

export interface RelinkDependencies {
  /** Returns the endpoints of the wikis in which pages can be looked up. */
  readonly lookedUp: () => Promise<ReadonlySet<string>>;
  /** Looks up the pages that were published so far. */
  readonly lookUp: () => Promise<void>;
  /** Plans a run over these files; undefined if the run was stopped. */
  readonly plan: (files: readonly RunFile[]) => Promise<Plan | undefined>;
  readonly record: Pick<RunRecord, 'ended'>;
  readonly now: () => number;
}

/** Sends pages of a run again if the addresses of new pages have changed their links. */
export async function relink(run: Run, dependencies: RelinkDependencies): Promise<void> {
  const { record, now } = dependencies;
  const linking = linkingFiles(run, await dependencies.lookedUp());
  if (linking.size === 0) {
    return;
  }
  const indices = [...linking.keys()];
  // If the window ends now, these files are left to send.
  await Promise.all(indices.map((index) => record.ended(index, withOpenLinks())));
  indices.forEach((index) => run.waitAgain(index));
  const plan = await planOf(linking, dependencies).catch((error: unknown) => {
    indices.forEach((index) => run.keepOutcome(index));
    throw error;
  });
  const next = new Map(plan?.runFiles(plan.ticked).map((file) => [file.file.uri, file]));
  const rows = new Map(plan?.rows.map((row) => [row.file.uri, row]));
  for (const [index, { file }] of linking) {
    const [again, row] = [next.get(file.uri), rows.get(file.uri)];
    if (again !== undefined) {
      run.repeat(index, again);
    } else if (row !== undefined) {
      const before = run.keepOutcome(index);
      const ended = row.section === 'unchanged' ? before : withOpenLinks(reasonOf(row, now()));
      run.ended(index, ended);
      await record.ended(index, ended);
    }
  }
}

/** Plans the files again, so that of the pages sent only the files' own are replaced. Undefined if the run was stopped. */
async function planOf(
  linking: ReadonlyMap<number, RunFile>,
  { lookUp, plan }: RelinkDependencies,
): Promise<Plan | undefined> {
  await lookUp();
  const files = [...linking.values()];
  const read = await plan(files);
  const states = files.map(() => 'waiting' as const);
  return (
    read &&
    planToResume(read.files, { files, states, blocked: [] }).withoutConsent(files.map(({ file }) => file.uri))
  );
}

/** Returns the published files, by their index in the run, that link to other published files. */
function linkingFiles(run: Run, lookedUp: ReadonlySet<string>): ReadonlyMap<number, RunFile> {
  const published = new Map([...run.files.entries()].filter(([index]) => isPublished(run.state(index))));
  const pages = new Set(
    [...published.values()]
      .filter(({ destination }) => lookedUp.has(destination.endpoint))
      .map(({ file }) => file.uri),
  );
  return new Map([...published].filter(([, { linked = [] }]) => linked.some((uri) => pages.has(uri))));
}

function reasonOf({ file, decision, changed, reason = '' }: Row, now: number): string {
  return changed === undefined
    ? reason
    : changeText(decision?.target?.title ?? file.title, changed.change, now);
}
