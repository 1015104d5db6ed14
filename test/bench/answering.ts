import * as vscode from 'vscode';

/**
 * Until it is undone, every prompt is answered, at once or as a person does: an input box with the text, a pick with its first
 * choice that publishes, or else its first. A text is that of a title, or of one of its steps.
 */
export function answerPrompts(
  texts: Readonly<Record<string, string>>,
  picks: readonly string[],
  answered: () => void = () => undefined,
  afterMs = 0,
): () => void {
  const real = {
    createInputBox: vscode.window.createInputBox,
    createQuickPick: vscode.window.createQuickPick,
  };
  const answerOf = (input: object): string => {
    answered();
    const { title, step } = input as { title?: string; step?: number };
    return texts[`${title} (${step})`] ?? texts[title ?? ''] ?? picks[(step ?? 1) - 1] ?? '';
  };
  Object.assign(vscode.window, {
    createInputBox: () => new Prompt(answerOf, afterMs),
    createQuickPick: () => new Prompt(answerOf, afterMs),
  });
  return () => Object.assign(vscode.window, real);
}

/** For the wiki that is filled in. */
export async function setPlatformToken(): Promise<void> {
  const undo = answerPrompts({ 'Platform Token for Bench': 'a-platform-token' }, []);
  await vscode.commands.executeCommand('publishToWiki.setPlatformToken');
  undo();
}

/** Of a document that has not changed, the first choice only compares. */
const isPublishing = (item: unknown): boolean =>
  (item as { label?: string }).label?.includes('Publish Anyway: ') === true;

type Listener = (value: string) => unknown;

/** As much of an input box and a quick pick as the extension uses. */
class Prompt {
  readonly #listeners = { value: [] as Listener[], accept: [] as Listener[] };
  value = '';
  canSelectMany = false;
  items: readonly unknown[] = [];
  activeItems: readonly unknown[] = [];
  selectedItems: readonly unknown[] = [];

  constructor(
    private readonly answerOf: (prompt: object) => string,
    private readonly afterMs: number,
  ) {}

  onDidChangeValue = (listener: Listener) => this.#add('value', listener);
  onDidAccept = (listener: Listener) => this.#add('accept', listener);
  onDidTriggerButton = () => ({ dispose: () => undefined });
  onDidTriggerItemButton = () => ({ dispose: () => undefined });
  onDidHide = () => ({ dispose: () => undefined });
  onDidChangeActive = () => ({ dispose: () => undefined });
  onDidChangeSelection = () => ({ dispose: () => undefined });
  hide = (): void => undefined;
  dispose = (): void => undefined;

  show(): void {
    const later = this.afterMs === 0 ? queueMicrotask : (work: () => void) => setTimeout(work, this.afterMs);
    later(() => {
      const answer = this.answerOf(this);
      if (answer !== '') {
        this.value = answer;
        for (const listener of this.#listeners.value) {
          listener(answer);
        }
      }
      // A pick of many keeps its check marks
      if (!this.canSelectMany) {
        this.selectedItems = [this.items.find(isPublishing) ?? this.activeItems[0] ?? this.items[0]];
      }
      for (const listener of this.#listeners.accept) {
        listener('');
      }
    });
  }

  #add(kind: 'value' | 'accept', listener: Listener) {
    this.#listeners[kind].push(listener);
    return { dispose: () => undefined };
  }
}
