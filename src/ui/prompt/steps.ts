import * as vscode from 'vscode';
import type { Parsed } from '../../core/text/parsed';
import { withoutCommandLinks } from '../../core/text/plain';

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
  { startAt = 0, canLeaveBackwards = false, isAnswered = () => false }: RunStepsOptions<State> = {},
): Promise<State | typeof back | undefined> {
  let state = initial;
  let index = startAt;
  let first = startAt;
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    first = Math.min(first, index);
    const asked = [...steps.keys()].filter((at) => at >= first && !isAnswered(at, state));
    const canGoBack = index > 0 || canLeaveBackwards;
    const position = { title, step: asked.indexOf(index) + 1, totalSteps: asked.length, canGoBack };
    const answer = await step(state, position);
    if (answer === undefined) {
      return undefined;
    }
    const by = answer === back ? -1 : 1;
    state = answer === back ? state : { ...state, ...answer };
    do {
      index += by;
    } while (isAnswered(index, state));
    if (index < 0) {
      return back;
    }
  }
  return state;
}

interface RunStepsOptions<State> {
  readonly startAt?: number;
  readonly canLeaveBackwards?: boolean;
  /** Whether an answer to another step has answered this one too: then it is not asked. */
  readonly isAnswered?: (step: number, state: State) => boolean;
}

interface TextPrompt<T> {
  readonly placeholder: string;
  readonly value?: string | undefined;
  readonly prompt?: string | undefined;
  readonly password?: boolean | undefined;
  /** Does something beside the question. */
  readonly button?: vscode.QuickInputButton & { readonly press: () => Promise<void> };
  readonly parse: (text: string) => Parsed<T>;
  readonly wait?: Wait<T> | undefined;
}

/** What the box waits for before it takes an answer; it is busy meanwhile, and another text, Back or Escape end the wait. */
type Wait<T> = (answer: T) => Promise<unknown>;

/** The one way to an input box: its texts are parsed for links, and no link in them works. */
export function createInputBox(): vscode.InputBox {
  // eslint-disable-next-line no-restricted-properties
  return new Proxy(vscode.window.createInputBox(), {
    get: (input, key) => {
      const value: unknown = Reflect.get(input, key);
      return typeof value === 'function' ? (value.bind(input) as unknown) : value;
    },
    set: (input, key, value: unknown) =>
      Reflect.set(
        input,
        key,
        typeof value === 'string' && key !== 'value' ? withoutCommandLinks(value) : value,
      ),
  });
}

export function askText<T>(
  position: Position,
  question: TextPrompt<T>,
): Promise<T | typeof back | undefined> {
  const input = createInputBox();
  input.value = question.value ?? '';
  input.placeholder = question.placeholder;
  input.prompt = question.prompt;
  input.password = question.password ?? false;
  const listen = (done: (answer: T) => void): void => {
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
  };
  return answerOf(input, position, listen, question.wait);
}

export interface ChoiceItem<T> extends vscode.QuickPickItem {
  readonly answer?: T;
}

interface Choices<T> {
  readonly placeholder: string;
  readonly items: readonly ChoiceItem<T>[];
  /** Gives the same choices in other words, whenever more is known of them. */
  readonly reworded?: ((show: (items: readonly ChoiceItem<T>[]) => void) => void) | undefined;
  readonly active?: ChoiceItem<T> | undefined;
  /** The choice that typed text stands for; one with no answer says what is wrong with it. */
  readonly typed?: (text: string) => ChoiceItem<T>;
  /** The choices for a text that stands for none, once nobody types. */
  readonly search?: ((text: string) => Promise<readonly ChoiceItem<T>[]>) | undefined;
  readonly wait?: Wait<T> | undefined;
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
  const listen = (done: (answer: T) => void): void => {
    let { items } = choices;
    /** Those that typed text stands for; at the end: VS Code knows choices by their place, and an Enter may be on its way. */
    let more: readonly ChoiceItem<T>[] = [];
    let typed: ChoiceItem<T> | undefined;
    let isTypedShown = false;
    choices.reworded?.((reworded) => {
      items = reworded;
      reword(pick, [...items, ...more]);
    });
    let searching: NodeJS.Timeout | undefined;
    const show = (found: readonly ChoiceItem<T>[]): void => {
      const [first, ...others] = found.map((each) => ({ ...each, alwaysShow: true }));
      if (first !== undefined) {
        typed = undefined;
        more = [first, ...others];
        pick.items = [...items, ...more];
        pick.activeItems = [first];
      }
    };
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
    pick.onDidChangeValue((text) => {
      clearTimeout(searching);
      pick.busy = false;
      const given = text.trim() === '' ? undefined : choices.typed?.(text);
      typed = given && { ...given, alwaysShow: true };
      isTypedShown = false;
      more = typed === undefined ? [] : [typed];
      pick.items = [...items, ...more];
      if (typed === undefined) {
        return;
      }
      pick.activeItems = [typed];
      searching =
        choices.search && typed.answer === undefined ? setTimeout(search, searchAfterMs, text) : undefined;
    });
    pick.onDidChangeActive(([active]) => {
      isTypedShown ||= active === typed;
    });
    pick.onDidAccept(() => {
      // Until the typed choice is shown, an Enter can only have meant the text
      const chosen = typed === undefined || isTypedShown ? pointedAt(pick) : typed;
      if (chosen?.answer !== undefined) {
        done(chosen.answer);
      }
    });
  };
  return answerOf(pick, position, listen, choices.wait);
}

/** Shows the same choices in other words; what is typed and pointed at stays as it is. */
function reword<T extends vscode.QuickPickItem>(pick: vscode.QuickPick<T>, items: readonly T[]): void {
  const places = new Map(pick.items.map((item, index) => [item, index]));
  const active = pick.activeItems.flatMap((item) => items[places.get(item) ?? -1] ?? []);
  pick.items = items;
  // VS Code points at the first where nothing else is said
  if (active.length > 0) {
    pick.activeItems = active;
  }
}

/** What the person pointed at last: what VS Code took is another choice where they moved while the choices were reworded. */
function pointedAt<T extends vscode.QuickPickItem>({
  activeItems,
  selectedItems,
}: vscode.QuickPick<T>): T | undefined {
  return activeItems[0] ?? selectedItems[0];
}

/** Shows the input until the person answers it, goes back or leaves. */
function answerOf<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, canGoBack }: Position,
  listen: (done: (answer: T) => void) => void,
  wait?: Wait<T>,
): Promise<T | typeof back | undefined> {
  input.title = title;
  // A single step is not numbered
  if (totalSteps > 1) {
    input.step = step;
    input.totalSteps = totalSteps;
  }
  // Ids, addresses and tokens are copied from another window
  input.ignoreFocusOut = true;
  input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    let waits = 0;
    const end = (answer: T | typeof back | undefined): void => {
      resolve(answer);
      input.dispose();
    };
    input.onDidTriggerButton((button) => (button === vscode.QuickInputButtons.Back ? end(back) : undefined));
    input.onDidHide(() => end(undefined));
    input.onDidChangeValue(() => {
      waits++;
      input.busy = false;
    });
    listen((answer) => {
      if (wait === undefined) {
        end(answer);
        return;
      }
      const own = ++waits;
      input.busy = true;
      const over = (): void => (own === waits ? end(answer) : undefined);
      wait(answer).then(over, over);
    });
    input.show();
  });
}
