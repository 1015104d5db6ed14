import * as vscode from '../vscode';
import type { Parsed } from '../../core/text/parsed';
import { withoutIcons } from '../../core/text/plainLine';
import { sentences } from '../../core/text/sentences';
import { hasToken, removedTokenText, tokenInTextProblem } from '../../core/text/tokenInText';
import { closeForNext, createInputBox } from './inputBox';

/** What a question resolves with when the person presses Back, or a button that is in its place. */
export const back = Symbol('back');

export interface StepPosition {
  readonly title: string;
  /** A press resolves the question with `back`. */
  readonly backButton: vscode.QuickInputButton | undefined;
}

export const backButton = vscode.QuickInputButtons.Back;

export function onlyStep(title: string, canGoBack = false): StepPosition {
  return { title, backButton: canGoBack ? backButton : undefined };
}

export type TextButton = vscode.QuickInputButton & { readonly press: () => Promise<void> };

interface TextPrompt<T> {
  readonly placeholder: string;
  readonly value?: string | undefined;
  readonly prompt?: string | undefined;
  readonly password?: boolean | undefined;
  /** Why the question is asked again; shown as an error until the person types. */
  readonly problem?: string | undefined;
  /** Whether a typed text has to be hidden; if undefined, a text with a token in it is hidden and refused. */
  readonly isSecret?: ((text: string) => boolean) | undefined;
  /** A press leaves the question open. */
  readonly button?: TextButton | undefined;
  readonly parse: (text: string) => Parsed<T>;
  readonly checkAnswer?: AnswerCheck<T> | undefined;
}

export interface Refusal {
  readonly problem: string;
  readonly hint?: string;
}

/** Checks an answer while the box is busy; undefined or an error accepts it. */
type AnswerCheck<T> = (answer: T) => Promise<Refusal | undefined>;

export function askText<T>(
  position: StepPosition,
  question: TextPrompt<T>,
): Promise<T | typeof back | undefined> {
  const input = createInputBox();
  const { password, isSecret } = question;
  const parse = (text: string): Parsed<T> => {
    const problem = (password ?? isSecret) === undefined ? tokenInTextProblem(text) : undefined;
    return problem === undefined ? question.parse(text) : { problem };
  };
  input.value = question.value ?? '';
  input.placeholder = question.placeholder;
  // A placeholder vanishes with the first letter, so the prompt repeats it.
  const promptFor = (text: string): string | undefined =>
    question.prompt ?? (text === '' ? undefined : question.placeholder);
  input.prompt = promptFor(input.value);
  input.password = password ?? false;
  input.validationMessage = question.problem;
  const onAnswer = (done: (answer: T) => void): void => {
    if (question.button !== undefined) {
      const { button } = question;
      input.buttons = [...input.buttons, button];
      input.onDidTriggerButton((pressed) => (pressed === button ? void button.press() : undefined));
    }
    input.onDidChangeValue((text) => {
      input.password = password ?? (isSecret ?? hasToken)(text);
      input.prompt = promptFor(text);
      // An empty box is reported only on Enter.
      input.validationMessage = text === '' ? undefined : parse(text).problem;
    });
    input.onDidAccept(() => {
      const { value, problem } = parse(input.value);
      if (problem === undefined) {
        done(value);
      } else {
        input.validationMessage = problem;
      }
    });
  };
  return answerOf(input, position, onAnswer, {
    checkAnswer: question.checkAnswer,
    refuse: (_, { problem, hint = '' }) => (input.validationMessage = sentences(problem, hint)),
  });
}

export interface ChoiceItem<T> extends vscode.QuickPickItem {
  readonly answer?: T;
}

interface Choices<T> {
  readonly placeholder: string;
  readonly items: readonly ChoiceItem<T>[];
  /** What is in the box at first. */
  readonly value?: string | undefined;
  /** Gets a function that shows the same choices with new labels, or more of them at the end, as they become known. */
  readonly updated?: ((show: (items: readonly ChoiceItem<T>[]) => void) => void) | undefined;
  /** The first one if undefined. */
  readonly active?: ChoiceItem<T> | undefined;
  /** Whether a typed text must not stay in the box, which can’t hide it; `hasToken` if undefined. */
  readonly isSecret?: ((text: string) => boolean) | undefined;
  /** Returns the choices for typed text; one without an answer only tells something, such as what is wrong. */
  readonly typed?: (text: string) => readonly ChoiceItem<T>[];
  /** Is called for a typed text that is no answer by itself, once the person stops typing. */
  readonly search?: ((text: string) => Promise<readonly ChoiceItem<T>[]>) | undefined;
  readonly checkAnswer?: AnswerCheck<T> | undefined;
}

const searchAfterMs = 300;

export function askChoice<T>(
  position: StepPosition,
  choices: Choices<T>,
): Promise<T | typeof back | undefined> {
  const pick = vscode.window.createQuickPick<ChoiceItem<T>>();
  pick.placeholder = choices.placeholder;
  pick.matchOnDescription = true;
  pick.items = choices.items;
  if (choices.active !== undefined) {
    pick.activeItems = [choices.active];
  }
  let refuse: (answer: T, refusal: Refusal) => void = () => undefined;
  const listen = (done: (answer: T) => void): void => {
    let { items } = choices;
    /**
     * Choices for the typed text. They come last: VS Code identifies a choice by its position, and Enter may
     * be on its way.
     */
    let more: readonly ChoiceItem<T>[] = [];
    let typed: ChoiceItem<T> | undefined;
    let isTypedShown = false;
    choices.updated?.((updated) => {
      items = updated;
      relabel(pick, [...items, ...more]);
    });
    let searching: NodeJS.Timeout | undefined;
    const shown = (found: readonly ChoiceItem<T>[]): readonly ChoiceItem<T>[] =>
      found.map((each) => ({ ...each, alwaysShow: true }));
    const show = (found: readonly ChoiceItem<T>[]): void => {
      if (found.length > 0) {
        typed = undefined;
        more = shown(found);
        pick.items = [...items, ...more];
        pick.activeItems = more.slice(0, 1);
      }
    };
    refuse = (answer, { problem, hint = '' }) =>
      show([{ label: `$(warning) ${withoutIcons(problem)}`, detail: withoutIcons(hint), answer }]);
    const search = (text: string): void => {
      const over = (found: readonly ChoiceItem<T>[]): void => {
        if (pick.value === text) {
          pick.busy = false;
          show(found);
        }
      };
      pick.busy = true;
      choices.search?.(text).then(over, () => over([]));
    };
    const typedIn = (text: string): void => {
      clearTimeout(searching);
      pick.busy = false;
      const isSecret = (choices.isSecret ?? hasToken)(text);
      if (isSecret) {
        pick.value = '';
        pick.placeholder = removedTokenText();
      }
      more = shown(isSecret || text.trim() === '' ? [] : (choices.typed?.(text) ?? []));
      [typed] = more;
      pick.title = typed === undefined ? position.title : `${position.title} · ${choices.placeholder}`;
      isTypedShown = false;
      pick.items = [...items, ...more];
      if (typed !== undefined) {
        pick.activeItems = [typed];
        searching =
          choices.search && typed.answer === undefined ? setTimeout(search, searchAfterMs, text) : undefined;
      }
    };
    pick.onDidChangeValue(typedIn);
    if (choices.value !== undefined) {
      pick.value = choices.value;
      typedIn(choices.value);
    }
    pick.onDidChangeActive(([active]) => {
      isTypedShown ||= active === typed;
    });
    pick.onDidAccept(() => {
      // Until the choice for the typed text is shown, Enter chooses that text. `selectedItems` may have an older
      // choice, if the labels changed while Enter was on its way.
      const pointedAt = pick.activeItems[0] ?? pick.selectedItems[0];
      const chosen = typed === undefined || isTypedShown ? pointedAt : typed;
      if (chosen?.answer !== undefined) {
        done(chosen.answer);
      }
    });
  };
  return answerOf(pick, position, listen, {
    checkAnswer: choices.checkAnswer,
    refuse: (answer, refusal) => refuse(answer, refusal),
  });
}

/** Keeps the active choice by its position, so `items` has to begin with the same ones in the same order as before. */
function relabel<T extends vscode.QuickPickItem>(pick: vscode.QuickPick<T>, items: readonly T[]): void {
  const places = new Map(pick.items.map((item, index) => [item, index]));
  const active = pick.activeItems.flatMap((item) => items[places.get(item) ?? -1] ?? []);
  pick.items = items;
  // VS Code activates the first choice if none is set.
  if (active.length > 0) {
    pick.activeItems = active;
  }
}

interface Waiting<T> {
  readonly checkAnswer: AnswerCheck<T> | undefined;
  readonly refuse: (answer: T, refusal: Refusal) => void;
}

function answerOf<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, backButton: leave }: StepPosition,
  listen: (done: (answer: T) => void) => void,
  { checkAnswer, refuse }: Waiting<T>,
): Promise<T | typeof back | undefined> {
  input.title = title;
  // IDs, addresses and tokens are copied from another window, so the box stays open.
  input.ignoreFocusOut = true;
  input.buttons = leave === undefined ? [] : [leave];
  return new Promise((resolve) => {
    let isOpen = true;
    const end = (answer: T | typeof back | undefined): void => {
      if (isOpen) {
        isOpen = false;
        resolve(answer);
        closeForNext(input);
      }
    };
    input.onDidTriggerButton((button) => (button === leave ? end(back) : undefined));
    input.onDidHide(() => end(undefined));
    let isChecking = false;
    // A box that waits is not disabled: VS Code would give its keys to the editor behind it.
    const setChecking = (isBusy: boolean): void => {
      isChecking = isBusy;
      input.busy = isBusy;
    };
    listen((answer) => {
      if (isChecking || !isOpen) {
        return;
      }
      if (checkAnswer === undefined) {
        end(answer);
        return;
      }
      setChecking(true);
      const over = (refusal?: Refusal): void => {
        if (refusal === undefined) {
          end(answer);
        } else if (isOpen) {
          setChecking(false);
          refuse(answer, refusal);
        }
      };
      checkAnswer(answer).then(over, () => over());
    });
    input.show();
  });
}
