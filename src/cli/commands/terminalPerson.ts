import { isCancel, multiselect, select, text } from '@clack/prompts';
import * as l10n from '@vscode/l10n';
import { isPlaceAsked, type Plan, type PlanQuestion } from '../../core/plan/plan';
import {
  stateCode,
  stateKinds,
  stateLabel,
  states,
  type PlanAnswer,
  type StateKind,
} from '../../core/publish/states';
import { isCheckable, type PlanRow } from '../../core/plan/row';
import { withAnswer, isReady, type AnsweredPlan } from '../../core/plan/answeredPlan';
import { parseParent, parseSpace } from '../../core/wiki/target';
import type { Parsed } from '../../core/text/parsed';
import type { PromptScope } from '../../services/publish/host';
import { nextQuestion } from '../../services/plan/nextQuestion';
import { offersOf } from '../../services/plan/planOffers';
import { planTitle, questionLabel, reasonsIn } from '../../services/plan/planTexts';
import type { ExistingPages } from '../../services/wiki/existingPages';
import type { Authority } from '../unattended/authority';
import type { Bounds } from '../unattended/bounds';
import { countText } from '../output/countText';
import { UnattendedPerson, type Answer } from '../unattended/unattended';

const output = process.stderr;

/** Asks the questions of VS Code’s plan view at a terminal, on standard error, since standard output gets the result. */
export class TerminalPerson extends UnattendedPerson {
  constructor(
    bounds: Bounds,
    authority: Authority,
    private readonly given: {
      readonly existing: ExistingPages;
      readonly show: (plan: Plan) => Promise<void>;
      readonly begins: () => void;
      readonly refuse: (answered: Answer) => Promise<void>;
    },
  ) {
    super(bounds, authority, given.begins, given.refuse);
  }

  override async answerPlan(plan: Plan, show: PromptScope): Promise<AnsweredPlan | undefined> {
    const isShown = show === 'plan';
    const { show: showPlan, existing } = this.given;
    await (isShown ? showPlan(plan) : undefined);
    this.keepAnswers({ plan, checked: new Set() });
    const chosen = isShown ? await chooseFiles(plan, this.bounds) : plan.initiallyChecked;
    const answers = chosen && (await settleQuestions({ plan, checked: chosen }, existing));
    const answered = answers && (await withinBounds(answers, this.bounds));
    const isLeft = answered === undefined || answered.checked.size === 0;
    if (isLeft || (isShown && !(await isConfirmed(answered)))) {
      return undefined;
    }
    await this.refuse(answered);
    return this.keepAnswers(answered);
  }
}

/** Asks which states to publish, such as New or Changed, rather than each file. */
async function chooseFiles(plan: Plan, bounds: Bounds): Promise<ReadonlySet<string> | undefined> {
  const isWithin = await bounds.within(plan);
  const rows = plan.rows.filter((row) => isCheckable(row) && isWithin(row));
  const byKind = Map.groupBy(rows, codeOf);
  const found = stateKinds
    .filter((kind) => states[kind].needs !== 'nothing' && byKind.has(kind))
    .map((kind) => ({ kind, count: byKind.get(kind)?.length ?? 0 }));
  if (found.length === 0) {
    return new Set();
  }
  const ticked = new Set(rows.filter(({ file }) => plan.initiallyChecked.has(file.uri)).map(codeOf));
  const [only, ...others] = found;
  const isChoice = only === undefined || others.length > 0 || !ticked.has(only.kind);
  const chosen = isChoice ? await askKinds(found, ticked) : [only.kind];
  return chosen && new Set(rows.filter((row) => chosen.includes(codeOf(row))).map(({ file }) => file.uri));
}

const codeOf = ({ status }: PlanRow): StateKind => stateCode(status);

async function askKinds(
  found: readonly { readonly kind: StateKind; readonly count: number }[],
  ticked: ReadonlySet<StateKind>,
): Promise<readonly StateKind[] | undefined> {
  return answerTo(
    multiselect<StateKind>({
      message: l10n.t('What is published?'),
      options: found.map(({ kind, count }) => ({
        value: kind,
        label: stateLabel({ kind }),
        hint: countText(count, 'file'),
      })),
      initialValues: [...ticked],
      required: false,
      output,
    }),
  );
}

/** Drops files whose destination is not allowed: the person may have entered it after `chooseFiles` checked. */
async function withinBounds({ plan, checked }: AnsweredPlan, bounds: Bounds): Promise<AnsweredPlan> {
  const isWithin = await bounds.within(plan);
  const rows = plan.rows.filter((row) => checked.has(row.file.uri) && isWithin(row));
  return { plan, checked: new Set(rows.map(({ file }) => file.uri)) };
}

async function settleQuestions(
  picked: AnsweredPlan,
  existing: ExistingPages,
): Promise<AnsweredPlan | undefined> {
  let { answered: now, question } = await nextQuestion(picked, existing);
  for (; question !== undefined; { answered: now, question } = await nextQuestion(now, existing)) {
    const answer = await askQuestion(question);
    if (answer === undefined) {
      return undefined;
    }
    now = withAnswer(now, question, answer);
  }
  return now;
}

async function askQuestion(question: PlanQuestion): Promise<PlanAnswer | undefined> {
  const offers = offersOf(question);
  if (offers === undefined) {
    return isPlaceAsked(question) ? askPlace() : undefined;
  }
  const answer = await answerTo(
    select<number>({
      message: [
        questionLabel(question),
        ...reasonsIn(question).map(({ files, reason }) => `${files}: ${reason}`),
      ].join('\n'),
      options: offers.map(({ label, detail }, value) => ({ value, label, ...(detail && { hint: detail }) })),
      output,
    }),
  );
  return answer === undefined ? undefined : offers[answer]?.answer;
}

async function askPlace(): Promise<PlanAnswer | undefined> {
  const space = await enterText(l10n.t('The ID of the space'), parseSpace);
  const parent = space && (await enterText(l10n.t('The ID of the parent page, or its address'), parseParent));
  return space === undefined || parent === undefined ? undefined : { place: { space, parent } };
}

async function enterText(
  message: string,
  parse: (typed: string) => Parsed<string>,
): Promise<string | undefined> {
  const typed = await answerTo(text({ message, validate: (value = '') => parse(value).problem, output }));
  return typed === undefined ? undefined : parse(typed).value;
}

async function isConfirmed(answered: AnsweredPlan): Promise<boolean> {
  const { plan, checked } = answered;
  const rows = plan.rows.filter(({ file }) => checked.has(file.uri));
  const message = isReady(answered)
    ? planTitle(l10n.t('Plan'), rows)
    : l10n.t('Not all of it can be published.');
  const answer = await answerTo(
    select<boolean>({
      message,
      options: [
        { value: true, label: l10n.t('Publish {0}', countText(plan.runFiles(checked).length, 'page')) },
        { value: false, label: l10n.t('Leave') },
      ],
      output,
    }),
  );
  return answer === true;
}

/** Undefined if the person leaves the question. */
async function answerTo<T>(question: Promise<T>): Promise<Exclude<T, symbol> | undefined> {
  // While a question reads each key, the terminal makes no signal of Ctrl+C.
  const interrupt = (_text: string, { sequence }: { readonly sequence?: string }): void => {
    if (sequence === '\u0003') {
      process.emit('SIGINT');
    }
  };
  process.stdin.on('keypress', interrupt);
  try {
    const answer = await question;
    return isCancel(answer) ? undefined : (answer as Exclude<T, symbol>);
  } finally {
    process.stdin.off('keypress', interrupt);
  }
}
