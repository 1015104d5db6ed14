import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { isReady, withAnswer, type AnsweredPlan } from '../../core/plan/answeredPlan';
import { isAsked, questionKey, type PlanAnswer, type State } from '../../core/publish/states';
import { unlessExpired } from '../../core/connection/apiToken';
import { isPlaceAsked, type PlanQuestion } from '../../core/plan/plan';
import { stateToAsk, type PlanRow } from '../../core/plan/row';
import { suggestedTitleBeside } from '../../core/plan/sameTitles';
import type { Place } from '../../core/records/pageRecord';
import { quote, withoutIcons } from '../../core/text/plainLine';
import { parseTitle } from '../../core/wiki/target';
import { nextQuestion, type NextQuestion } from '../../services/plan/nextQuestion';
import { offersOf } from '../../services/plan/planOffers';
import { questionLabel, reasonsIn } from '../../services/plan/planTexts';
import { ExistingPages } from '../../services/wiki/existingPages';
import { pickConnection } from '../connection/pickConnection';
import { replaceToken } from '../connection/testConnection';
import { onlyStep, askChoice, askText, back, type StepPosition } from '../prompt/steps';
import { askPlace } from '../publish/placeBox';
import type { WindowServices } from '../windowServices';

/** Asks each open question once for all its files. After a destination is chosen, further questions may stay open. */
export async function askPlan(
  services: WindowServices,
  title: string,
  answered: AnsweredPlan,
): Promise<AnsweredPlan | undefined> {
  const before: AnsweredPlan[] = [];
  const existing = new ExistingPages(services);
  const next = (from: AnsweredPlan): Thenable<NextQuestion> =>
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: l10n.t('Looking for pages with the same titles…') },
      () => nextQuestion(from, existing),
    );
  let { answered: now, question } = await next(answered);
  for (; question !== undefined; { answered: now, question } = await next(now)) {
    const position = onlyStep(title, before.length > 0);
    const answer = await askQuestion(services, position, question);
    if (answer === back) {
      now = before.pop() ?? now;
      continue;
    }
    if (answer === undefined) {
      return undefined;
    }
    before.push(now);
    now = withAnswer(now, question, answer);
    // Only with a destination is it known which files have pages already. The person has to see these before
    // any further question.
    if ('place' in answer && answer.place.parent !== undefined && !isReady(now)) {
      return now;
    }
  }
  return now;
}

/** `rows`: those that were asked about. `isOver`: the person canceled after the first answers, which count. */
interface AnsweredRows {
  readonly answered: AnsweredPlan;
  readonly rows: readonly PlanRow[];
  readonly isOver: boolean;
}

/**
 * Asks the first row’s question for all rows with the same question and choices, and gives them check marks. Another
 * title is asked for the first row alone. Undefined if nothing is answered, or the first row has no question.
 */
export async function askRows(
  services: WindowServices,
  title: string,
  answered: AnsweredPlan,
  rows: readonly PlanRow[],
): Promise<AnsweredRows | undefined> {
  const [first] = rows;
  const asked = first && stateToAsk(first);
  if (first === undefined || asked === undefined || !isAsked(asked)) {
    return undefined;
  }
  const position = onlyStep(title);
  if (sharesPage(asked)) {
    const next = await askAnotherTitle(position, answered, first);
    return next && { answered: next, rows: [first], isOver: false };
  }
  const same = rows.filter((row) => {
    const state = stateToAsk(row);
    return isAsked(state) && questionKey(state) === questionKey(asked);
  });
  const uris = same.map(({ file }) => file.uri);
  let now: AnsweredPlan = { plan: answered.plan, checked: new Set([...answered.checked, ...uris]) };
  // A file under another one of these gets no place of its own, since that would take it out of the tree
  const existing = new ExistingPages(services);
  const next = async (about: readonly string[]): Promise<PlanQuestion | undefined> => {
    const found = await nextQuestion(now, existing, new Set(about));
    now = found.answered;
    return found.question;
  };
  let question: PlanQuestion | undefined = { kind: asked.kind, rows: same };
  question = isPlaceAsked(question) || asked.kind === 'replaces' ? await next(uris) : question;
  while (question !== undefined && question.kind !== 'exists') {
    const answer = await askQuestion(services, position, question);
    if (answer === undefined || answer === back) {
      return now.plan === answered.plan ? undefined : { answered: now, rows: same, isOver: true };
    }
    now = withAnswer(now, question, answer);
    question = await next(uris.filter((uri) => now.checked.has(uri)));
  }
  return { answered: now, rows: same, isOver: false };
}

/** Asks for the one page that all files of the rows go under. */
export async function askPlaceOf(
  services: WindowServices,
  position: StepPosition,
  rows: readonly PlanRow[],
): Promise<Partial<Place> | typeof back | undefined> {
  const connected = rows.find(({ decision }) => decision?.connection !== undefined);
  return askPlace(services, {
    title: position.title,
    backButton: position.backButton,
    file: rows[0]?.file,
    endpoint: connected?.decision?.connection?.endpoint ?? services.recentPlaces.endpoint(),
  });
}

/** Asks for each API token that is missing or has expired; false if the person cancels. */
export async function askTokens(services: WindowServices, { plan, checked }: AnsweredPlan): Promise<boolean> {
  const { settings, tokens } = services;
  const endpoints = new Set(plan.runFiles(checked).map(({ destination }) => destination.endpoint));
  for (const connection of settings.read().connections.filter((each) => endpoints.has(each.endpoint))) {
    const known = unlessExpired(await tokens.get(connection.endpoint), Date.now());
    if ((known ?? (await replaceToken(services, connection))) === undefined) {
      return false;
    }
  }
  return true;
}

async function askQuestion(
  services: WindowServices,
  position: StepPosition,
  question: PlanQuestion,
): Promise<PlanAnswer | typeof back | undefined> {
  const items = offersOf(question);
  if (items !== undefined) {
    const reasons = reasonsIn(question).map(({ files, reason }) => ({
      label: `$(warning) ${withoutIcons(files)}`,
      detail: withoutIcons(reason),
    }));
    return askChoice(position, { placeholder: questionLabel(question), items: [...items, ...reasons] });
  }
  // Files that say where they go lack the wiki alone.
  const isPlaced = question.rows.some(({ decision }) => decision?.promptValues.parent !== undefined);
  if (!isPlaceAsked(question) && isPlaced) {
    const connection = await pickConnection(services);
    return connection && { place: { endpoint: connection.endpoint } };
  }
  const place = await askPlaceOf(services, position, question.rows);
  return place === undefined || place === back ? place : { place };
}

/** Files that only the shared title blocked get check marks. */
async function askAnotherTitle(
  position: StepPosition,
  { plan, checked }: AnsweredPlan,
  row: PlanRow,
): Promise<AnsweredPlan | undefined> {
  const { file, status } = row;
  const title = await askText(position, {
    value: suggestedTitleBeside(row),
    placeholder: l10n.t('Title of the page'),
    prompt: l10n.t('Another title for {0}: {1}', quote(file.path), status.reason ?? ''),
    parse: parseTitle,
  });
  if (typeof title !== 'string') {
    return undefined;
  }
  const twins = new Set(plan.rows.filter((each) => sharesPage(each.status)).map((each) => each.file.uri));
  const next = plan.withAnswers([file.uri], { place: { title } });
  const freed = next.rows.filter((each) => twins.has(each.file.uri) && each.status.kind === 'new');
  return { plan: next, checked: new Set([...checked, ...freed.map((each) => each.file.uri)]) };
}

function sharesPage(status: State): boolean {
  return status.kind === 'stopped' && status.sharesPageWith !== undefined;
}
