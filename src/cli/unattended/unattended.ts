import * as l10n from '@vscode/l10n';
import { agree, problemsAsking, type Answers } from '../../core/publish/answers';
import type { Plan } from '../../core/plan/plan';
import { formatNumber } from '../../core/text/locale';
import { placeOfRow, type PlanRow } from '../../core/plan/row';
import type { AnsweredPlan } from '../../core/plan/answeredPlan';
import type { Run } from '../../core/plan/run';
import { stateLabel } from '../../core/publish/states';
import { placeKey } from '../../core/records/pageRecord';
import type { PageThere } from '../../core/records/wikiChange';
import type { Person } from '../../services/publish/host';
import type { RunPerson } from '../../services/plan/runs';
import { foundAt } from '../../services/wiki/existingPages';
import { forEachConcurrently } from '../../services/shared/forEachConcurrently';
import { verdictOn, type Authority, type ReplacedPage, type Verdict } from './authority';
import type { Bounds } from './bounds';
import { countText } from '../output/countText';

export interface UnattendedAnswer extends AnsweredPlan {
  /** Why files are not sent, or replace no page: sentences for the result, by URI. */
  readonly reasons: ReadonlyMap<string, string>;
  /** The pages of others that will be replaced, by the URI of the file. */
  readonly replaced: ReadonlyMap<string, ReplacedPage>;
}

export async function answerUnattended(
  shown: Plan,
  bounds: Bounds,
  authority: Authority,
): Promise<UnattendedAnswer> {
  const isWithin = await bounds.within(shown);
  const verdicts = new Map<PlanRow, Verdict>();
  await forEachConcurrently(shown.rows.filter(isWithin), verdictsAtOnce, async (row) => {
    verdicts.set(row, await verdictOn(row, authority, bounds));
  });
  const going = [...verdicts].flatMap(([row, verdict]) => (verdict.sends ? [{ row, ...verdict }] : []));
  const seen = shown.withPagesThere(foundAt(new Map(going.flatMap(pageToReplace))));
  const rows = new Map(seen.rows.map((row) => [row.file.uri, row]));
  const plan = seen.withEach(
    going.map(({ row, choice }) => {
      const { uri } = row.file;
      // Texts that were published before are sent again, so their problems count again.
      const isSentAgain = row.decision?.effect.kind === 'unchanged';
      const answers = answersOf(rows.get(uri) ?? row, choice);
      return [uri, isSentAgain ? agree(answers, problemsAsking([]), 'anyway') : answers];
    }),
  );
  const checked = new Set(going.map(({ row }) => row.file.uri));
  const ready = new Set(plan.runFiles(checked).map(({ file }) => file.uri));
  const told = <T>(of: (verdict: Verdict) => T | undefined): ReadonlyMap<string, T> =>
    new Map(
      [...verdicts].flatMap(([row, verdict]) => {
        const value = of(verdict);
        return value === undefined ? [] : [[row.file.uri, value] as const];
      }),
    );
  return {
    plan,
    checked: new Set([...checked].filter((uri) => ready.has(uri))),
    reasons: told(({ why }) => why),
    replaced: told((verdict) => (verdict.sends ? verdict.replaced : undefined)),
  };
}

/** A page that is replaced only as it was found: right before the send, it is looked up again. */
function pageToReplace({
  row,
  replaced,
}: {
  readonly row: PlanRow;
  readonly replaced?: ReplacedPage | undefined;
}): readonly (readonly [string, PageThere])[] {
  const place = placeOfRow(row);
  if (place === undefined || replaced === undefined || replaced.movesFrom !== undefined) {
    return [];
  }
  const { id, version, changedAt, authorId } = replaced.page;
  return [[placeKey(place), { kind: 'there', id, version, changedAt, authorId, isElsewhere: false }]];
}

/** Answers all questions of the row with one thing: whether a page at its place is replaced. */
function answersOf({ question, changeQuestion, decision }: PlanRow, action: 'replace' | 'stop'): Answers {
  const other = action === 'replace' ? 'stop' : 'replace';
  const choice = ([action, other, 'move'] as const).find((each) => question?.choices.includes(each));
  return [
    ...(question && choice ? [{ asking: question.asking, choice }] : []),
    ...(changeQuestion
      ? [{ asking: changeQuestion.asking, choice: action === 'replace' ? action : 'anyway' } as const]
      : []),
    ...(decision?.aboutPage ? [{ asking: decision.aboutPage, choice: action }] : []),
  ].reduce<Answers>((answers, each) => agree(answers, each.asking, each.choice), {});
}

const verdictsAtOnce = 6;

export const withoutProgress: Person['watch'] = (_title, work) =>
  work(new AbortController().signal, () => undefined);

export type Answer = AnsweredPlan & Partial<Pick<UnattendedAnswer, 'replaced'>>;

export class UnattendedPerson implements RunPerson {
  answeredPlan: AnsweredPlan | undefined;
  run: Run | undefined;

  reasons: ReadonlyMap<string, string> = new Map();
  replaced: ReadonlyMap<string, ReplacedPage> = new Map();

  /** `begins`: is called before the first page is sent. `refuse`: rejects if the plan must not be sent. */
  constructor(
    protected readonly bounds: Bounds,
    private readonly authority: Authority,
    private readonly begins: () => void = () => undefined,
    protected readonly refuse: (answered: Answer) => Promise<void> = () => Promise.resolve(),
    private readonly log: (text: string) => void = () => undefined,
  ) {}

  async answerPlan(...[plan]: Parameters<RunPerson['answerPlan']>): Promise<AnsweredPlan | undefined> {
    const answered = await answerUnattended(plan, this.bounds, this.authority);
    this.reasons = new Map([...this.reasons, ...answered.reasons]);
    this.replaced = new Map([...this.replaced, ...answered.replaced]);
    await this.refuse(answered);
    return this.keepAnswers(answered);
  }

  /**
   * Keeps the plan of all files for the result, since a run may plan only some of them again. Returns undefined if
   * nothing is checked.
   */
  protected keepAnswers(answered: AnsweredPlan): AnsweredPlan | undefined {
    const { plan = answered.plan } = this.answeredPlan ?? {};
    const isPart = answered.plan.rows.length < plan.rows.length;
    this.answeredPlan = { plan: isPart ? plan : answered.plan, checked: answered.checked };
    return answered.checked.size === 0 ? undefined : answered;
  }

  token: Person['token'] = () => Promise.resolve(undefined);

  askForPlace: RunPerson['askForPlace'] = () => Promise.resolve(undefined);

  readonly watch = withoutProgress;

  async follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): Promise<void> {
    this.run = run;
    this.begins();
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
