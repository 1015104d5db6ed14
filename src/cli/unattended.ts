import * as l10n from '@vscode/l10n';
import type { Plan } from '../core/run/plan';
import { formatNumber } from '../core/text/locale';
import { sameFile } from '../core/publish/pageRecord';
import type { Row } from '../core/run/row';
import { withAnswer, questionOf, type Settled } from '../core/run/settled';
import type { Run } from '../core/run/run';
import { stateLabel } from '../core/run/runReport';
import type { Person } from '../services/flow/host';
import type { RunPerson } from '../services/flow/runs';
import { isThere } from '../services/publish/goneFiles';
import type { Bounds } from './bounds';
import { counted } from './counted';

/** Settles a plan without questions: creates new pages without overwriting, and updates pages that the file may overwrite inside the allowed destinations. */
export async function settledUnattended(shown: Plan, bounds: Bounds): Promise<Settled> {
  const wanting = bounds.areSet ? shown.rows.filter(isWanting).filter(bounds.within(shown)) : [];
  const areKept = await Promise.all(wanting.map(isKeptByOthers));
  const updated = wanting.filter((_row, at) => areKept[at] !== true);
  const updatedUris = new Set(updated.map(({ file }) => file.uri));
  const plan = shown.choose(updated, 'replace');
  const sent = plan.rows.filter(
    (row) => (plan.ticked.has(row.file.uri) && row.section !== 'unplaced') || updatedUris.has(row.file.uri),
  );
  let settled: Settled = {
    plan,
    checked: new Set(sent.filter(bounds.within(plan)).map(({ file }) => file.uri)),
  };
  const question = questionOf(settled);
  if (question?.kind === 'exists') {
    settled = withAnswer(settled, question, { chosen: { overwrite: false } });
  }
  // Files that still need an answer are left out.
  const ready = new Set(settled.plan.runFiles(settled.checked).map(({ file }) => file.uri));
  return { plan: settled.plan, checked: new Set([...settled.checked].filter((uri) => ready.has(uri))) };
}

/** Whether the front matter wants to replace a page that is not the file's own. */
function isWanting({ section, decision }: Row): boolean {
  const isOthers = section === 'foreign' || section === 'claimed';
  return isOthers && decision?.origins.overwrite === 'frontMatter';
}

/** Whether the page is that of another file that is still there, or would be a second one of this file. */
async function isKeptByOthers({ decision, file }: Row): Promise<boolean> {
  const { connection, target, change } = decision ?? {};
  if (change?.kind !== 'claimed' || connection === undefined || target === undefined) {
    return false;
  }
  const page = file.input?.at({ endpoint: connection.endpoint, ...target });
  const makers = [change.by, ...(page?.files ?? []), ...(page?.claims ?? []).map((claim) => claim.file)];
  const others = makers.filter((maker) => file.input && !sameFile(maker, file.input.file));
  const there = await Promise.all(others.map(isThere));
  return change.from !== undefined || there.includes(true);
}

/** Works without progress that anybody sees. */
export const unwatched: Person['watch'] = (_title, work) =>
  work(new AbortController().signal, () => undefined);

/** No person: files that need an answer are not sent. */
export class Nobody implements RunPerson {
  /** The settled plan that the run was made from. */
  settled: Settled | undefined;
  run: Run | undefined;

  /** `begins`: is called before the first page is sent. `refuse`: throws if the plan must not be sent. */
  constructor(
    protected readonly bounds: Bounds,
    private readonly begins: () => Promise<void> = () => Promise.resolve(),
    private readonly refuse: (settled: Settled) => void = () => undefined,
    private readonly log: (text: string) => void = () => undefined,
  ) {}

  async settle(...[plan]: Parameters<RunPerson['settle']>): Promise<Settled | undefined> {
    const settled = await settledUnattended(plan, this.bounds);
    this.refuse(settled);
    return this.settledWith(settled);
  }

  /** Keeps the plan that has all files, since what was checked in it may be planned again. */
  protected settledWith(settled: Settled): Settled | undefined {
    const { plan = settled.plan } = this.settled ?? {};
    const isPart = settled.plan.rows.length < plan.rows.length;
    this.settled = { plan: isPart ? plan : settled.plan, checked: settled.checked };
    return settled.checked.size === 0 ? undefined : settled;
  }

  token: Person['token'] = () => Promise.resolve(undefined);

  place: RunPerson['place'] = () => Promise.resolve(undefined);

  readonly watch = unwatched;

  async follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): Promise<void> {
    this.run = run;
    await this.begins();
    if (!process.stderr.isTTY) {
      return send((index) => {
        const line = endedLine(run, index);
        if (line !== undefined) {
          this.log(line);
        }
      });
    }
    const show = (text: string): boolean => process.stderr.write(`\r\u001b[K${text}`);
    await send(() => void show(progressOf(run)));
    show('');
  }
}

/** Returns the line of a file that has ended, so that the log of a job that is killed tells how far it came. */
function endedLine(run: Run, index: number): string | undefined {
  const state = run.state(index);
  return typeof state === 'string'
    ? undefined
    : `${progressOf(run)} · ${stateLabel(state)} · ${run.files[index]?.path ?? ''}`;
}

function progressOf(run: Run): string {
  const { published, failed, unknown } = run.counts;
  return l10n.t('{0} of {1}', formatNumber(published + failed + unknown), counted(run.files.length, 'page'));
}
