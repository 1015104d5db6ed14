import * as l10n from '@vscode/l10n';
import { withUnknownText } from '../../core/publish/recordChanges';
import type { Plan } from '../../core/plan/plan';
import { formatNumber } from '../../core/text/locale';
import type { PlanRow } from '../../core/plan/row';
import { withAnswer, questionOf, type AnsweredPlan } from '../../core/plan/answeredPlan';
import type { Run } from '../../core/plan/run';
import { stateLabel } from '../../core/publish/states';
import type { Person } from '../../services/publish/host';
import type { RunPerson } from '../../services/plan/runs';
import type { PageRecords } from '../../services/records/pageRecords';
import { verdictOn, type Authority, type Verdict } from './authority';
import type { AllowedDestinations } from './allowedDestinations';
import { countText } from '../output/countText';

export interface UnattendedAnswer extends AnsweredPlan {
  /** Why files are not sent: sentences for the result, by URI. */
  readonly reasons: ReadonlyMap<string, string>;
}

export async function answerUnattended(
  shown: Plan,
  bounds: AllowedDestinations,
  authority: Authority,
): Promise<UnattendedAnswer> {
  const isWithin = bounds.rowTestFor(shown);
  const verdicts = new Map<PlanRow, Verdict>();
  for (const row of shown.rows.filter(isWithin)) {
    verdicts.set(row, await verdictOn(row, authority));
  }
  const going = [...verdicts].flatMap(([row, verdict]) => (verdict.sends ? [{ row, ...verdict }] : []));
  let plan = shown.acceptChanges(going.filter(({ accepts }) => accepts).map(({ row }) => row));
  for (const does of ['stop', 'replace', 'move'] as const) {
    plan = plan.choose(
      going.filter(({ choice }) => choice === does).map(({ row }) => row),
      does,
    );
  }
  plan = going.reduce(
    (before, { row, choice }) => (choice === 'replace' ? replacing(before, row) : before),
    plan,
  );
  // Texts that were published before are sent again, so their problems count again.
  plan = plan.withAnswers(
    going.filter(({ row }) => row.decision?.effect.kind === 'unchanged').map(({ row }) => row.file.uri),
    { publishAnyway: false },
  );
  let settled: AnsweredPlan = { plan, checked: new Set(going.map(({ row }) => row.file.uri)) };
  const question = questionOf(settled);
  if (question?.kind === 'exists') {
    settled = withAnswer(settled, question, { chosen: { overwrite: false } });
  }
  const ready = new Set(settled.plan.runFiles(settled.checked).map(({ file }) => file.uri));
  const reasons = [...verdicts].flatMap(([row, verdict]) =>
    verdict.sends || verdict.why === undefined ? [] : [[row.file.uri, verdict.why] as const],
  );
  return {
    plan: settled.plan,
    checked: new Set([...settled.checked].filter((uri) => ready.has(uri))),
    reasons: new Map(reasons),
  };
}

/** Agrees to replace a page for which the plan offers no choice `replace`, since it takes the page for a new one. */
function replacing(plan: Plan, { file, question }: PlanRow): Plan {
  if (question?.choices.some(({ action }) => action === 'replace') === true) {
    return plan;
  }
  const stop = question?.choices.find(({ action }) => action === 'stop');
  const choice = stop && { action: 'replace' as const, chosen: { ...stop.chosen, overwrite: true } };
  return plan.withAnswers([file.uri], { chosen: { overwrite: true }, ...(choice && { choice }) });
}

/**
 * Marks the texts of unchanged pages that are sent again as unknown: the next job must repeat a failed send,
 * though it no longer sees the commit that touched the file.
 */
export async function forgetTouchedTexts(
  { plan, checked }: AnsweredPlan,
  records: Pick<PageRecords, 'correct'>,
): Promise<void> {
  for (const { file, decision } of plan.rows) {
    if (checked.has(file.uri) && decision?.effect.kind === 'unchanged') {
      await records.correct(decision.effect.record.place, withUnknownText);
    }
  }
}

export const withoutProgress: Person['watch'] = (_title, work) =>
  work(new AbortController().signal, () => undefined);

export class UnattendedPerson implements RunPerson {
  answeredPlan: AnsweredPlan | undefined;
  run: Run | undefined;

  reasons: ReadonlyMap<string, string> = new Map();

  /** `begins`: is called before the first page is sent. `refuse`: throws if the plan must not be sent. */
  constructor(
    protected readonly bounds: AllowedDestinations,
    private readonly authority: Authority,
    private readonly begins: () => Promise<void> = () => Promise.resolve(),
    private readonly refuse: (settled: AnsweredPlan) => void = () => undefined,
    private readonly log: (text: string) => void = () => undefined,
  ) {}

  async answerPlan(...[plan]: Parameters<RunPerson['answerPlan']>): Promise<AnsweredPlan | undefined> {
    const settled = await answerUnattended(plan, this.bounds, this.authority);
    this.reasons = new Map([...this.reasons, ...settled.reasons]);
    this.refuse(settled);
    return this.keepAnswers(settled);
  }

  /**
   * Keeps the plan of all files for the result, since a run may plan only some of them again. Returns undefined if
   * nothing is checked.
   */
  protected keepAnswers(settled: AnsweredPlan): AnsweredPlan | undefined {
    const { plan = settled.plan } = this.answeredPlan ?? {};
    const isPart = settled.plan.rows.length < plan.rows.length;
    this.answeredPlan = { plan: isPart ? plan : settled.plan, checked: settled.checked };
    return settled.checked.size === 0 ? undefined : settled;
  }

  token: Person['token'] = () => Promise.resolve(undefined);

  askForPlace: RunPerson['askForPlace'] = () => Promise.resolve(undefined);

  readonly watch = withoutProgress;

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

/** Returns a line once the file’s outcome is known, so that the log of a killed job tells how far the run came. */
function endedLine(run: Run, index: number): string | undefined {
  const state = run.state(index);
  return typeof state === 'string'
    ? undefined
    : `${progressOf(run)} · ${stateLabel(run.status(index))} · ${run.files[index]?.path ?? ''}`;
}

function progressOf(run: Run): string {
  return l10n.t('{0} of {1}', formatNumber(run.endedCount), countText(run.files.length, 'page'));
}
