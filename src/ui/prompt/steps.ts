import * as vscode from 'vscode';
import type { Parsed } from '../../core/text/parsed';
import { inert } from '../../core/text/plain';

/** What a step answers when the person wants the one before it. */
export const back = Symbol('back');

export interface Position {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

/** Resolves with what the person chose, `back`, or undefined when they left. */
export type Step<State> = (
  state: State,
  position: Position,
) => Promise<Partial<State> | typeof back | undefined>;

/** Runs the steps in order, with Back between them. Resolves with undefined when the person left, `back` before the first. */
export async function runSteps<State>(
  title: string,
  initial: State,
  steps: readonly Step<State>[],
  { startAt = 0, canLeaveBackwards = false } = {},
): Promise<State | typeof back | undefined> {
  let state = initial;
  let index = startAt;
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    const canGoBack = index > 0 || canLeaveBackwards;
    const answer = await step(state, { title, step: index + 1, totalSteps: steps.length, canGoBack });
    if (answer === undefined) {
      return undefined;
    }
    if (answer === back) {
      index--;
    } else {
      state = { ...state, ...answer };
      index++;
    }
    if (index < 0) {
      return back;
    }
  }
  return state;
}

interface Question<T> {
  readonly placeholder: string;
  readonly value?: string | undefined;
  readonly prompt?: string | undefined;
  readonly password?: boolean | undefined;
  /** Does something beside the question. */
  readonly button?: vscode.QuickInputButton & { readonly press: () => Promise<void> };
  readonly parse: (text: string) => Parsed<T>;
}

/** The one way to an input box: its texts are parsed for links, and no link in them works. */
export function createInputBox(): vscode.InputBox {
  // eslint-disable-next-line no-restricted-properties
  return new Proxy(vscode.window.createInputBox(), {
    get: (input, key) => {
      const value: unknown = Reflect.get(input, key);
      return typeof value === 'function' ? (value.bind(input) as unknown) : value;
    },
    set: (input, key, value: unknown) =>
      Reflect.set(input, key, typeof value === 'string' && key !== 'value' ? inert(value) : value),
  });
}

export function askText<T>(position: Position, question: Question<T>): Promise<T | typeof back | undefined> {
  const input = createInputBox();
  input.value = question.value ?? '';
  input.placeholder = question.placeholder;
  input.prompt = question.prompt;
  input.password = question.password ?? false;
  return answerOf(input, position, (done) => {
    if (question.button !== undefined) {
      const { button } = question;
      input.buttons = [...input.buttons, button];
      input.onDidTriggerButton((pressed) => (pressed === button ? void button.press() : undefined));
    }
    input.onDidChangeValue((text) => {
      // An empty box is no mistake before Enter
      input.validationMessage = text === '' ? undefined : question.parse(text).problem;
    });
    input.onDidAccept(() => {
      const { value, problem } = question.parse(input.value);
      if (problem === undefined) {
        done(value);
      } else {
        input.validationMessage = problem;
      }
    });
  });
}

export interface ChoiceItem<T> extends vscode.QuickPickItem {
  readonly answer?: T;
}

interface Choices<T> {
  readonly placeholder: string;
  readonly items: readonly ChoiceItem<T>[];
  readonly active?: ChoiceItem<T> | undefined;
  /** The choice that typed text stands for; one with no answer says what is wrong with it. */
  readonly typed?: (text: string) => ChoiceItem<T>;
  /** The choices for a text that stands for none, once nobody types. */
  readonly search?: ((text: string) => Promise<readonly ChoiceItem<T>[]>) | undefined;
}

const searchAfterMs = 300;

export function askChoice<T>(position: Position, choices: Choices<T>): Promise<T | typeof back | undefined> {
  const pick = vscode.window.createQuickPick<ChoiceItem<T>>();
  pick.placeholder = choices.placeholder;
  pick.matchOnDescription = true;
  pick.items = choices.items;
  if (choices.active !== undefined) {
    pick.activeItems = [choices.active];
  }
  return answerOf(pick, position, (done) => {
    let typed: ChoiceItem<T> | undefined;
    let isTypedShown = false;
    let searching: NodeJS.Timeout | undefined;
    const search = async (text: string): Promise<void> => {
      pick.busy = true;
      const found = (await choices.search?.(text).catch(() => undefined)) ?? [];
      if (pick.value !== text) {
        return;
      }
      pick.busy = false;
      const more = found.map((each) => ({ ...each, alwaysShow: true }));
      const [first] = more;
      if (first !== undefined) {
        typed = undefined;
        pick.items = [...choices.items, ...more];
        pick.activeItems = [first];
      }
    };
    pick.onDidChangeValue((text) => {
      clearTimeout(searching);
      pick.busy = false;
      typed = text.trim() === '' ? undefined : choices.typed?.(text);
      isTypedShown = false;
      if (typed === undefined) {
        pick.items = choices.items;
        return;
      }
      typed = { ...typed, alwaysShow: true };
      // At the end: VS Code knows choices by their place, and an Enter may be on its way already
      pick.items = [...choices.items, typed];
      pick.activeItems = [typed];
      searching =
        choices.search && typed.answer === undefined
          ? setTimeout(() => void search(text), searchAfterMs)
          : undefined;
    });
    pick.onDidChangeActive(([active]) => {
      isTypedShown ||= active === typed;
    });
    pick.onDidAccept(() => {
      // Until the typed choice is shown, an Enter can only have meant the text
      const chosen = typed === undefined || isTypedShown ? pick.selectedItems[0] : typed;
      if (chosen?.answer !== undefined) {
        done(chosen.answer);
      }
    });
  });
}

/** Shows the input until the person answers it, goes back or leaves. */
export function answerOf<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, canGoBack }: Position,
  listen: (done: (answer: T | typeof back | undefined) => void) => void,
): Promise<T | typeof back | undefined> {
  input.title = title;
  // One step alone needs no count
  if (totalSteps > 1) {
    input.step = step;
    input.totalSteps = totalSteps;
  }
  // Ids, addresses and tokens are copied from another window
  input.ignoreFocusOut = true;
  input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    const done = (answer: T | typeof back | undefined): void => {
      resolve(answer);
      input.dispose();
    };
    input.onDidTriggerButton((button) => (button === vscode.QuickInputButtons.Back ? done(back) : undefined));
    input.onDidHide(() => done(undefined));
    listen(done);
    input.show();
  });
}
