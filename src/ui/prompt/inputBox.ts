import * as vscode from 'vscode';
import { withoutCommandLinks } from '../../core/text/plainLine';

/**
 * VS Code makes links in the texts of an input box, so `](` is broken up in all of them: a foreign text could
 * run a command.
 */
export function createInputBox(): vscode.InputBox {
  // oxlint-disable-next-line no-restricted-properties
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

/** A box that waits takes no keys, so what is typed meanwhile is lost instead of changing the answer. Escape closes it. */
export function setWaiting(input: vscode.QuickInput, isWaiting: boolean): void {
  input.busy = isWaiting;
  input.enabled = !isWaiting;
  if (!isWaiting) {
    // VS Code takes the focus from a box that it disables, and does not give it back.
    void vscode.commands.executeCommand('workbench.action.focusQuickOpen');
  }
}

/** Keeps a box open between two questions: otherwise the next answer would be typed into the editor. Escape cancels. */
export function waitInBox<T>(
  title: string,
  prompt: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const input = createInputBox();
  const cancel = new AbortController();
  input.title = title;
  input.prompt = prompt;
  input.ignoreFocusOut = true;
  setWaiting(input, true);
  return new Promise((resolve, reject) => {
    input.onDidHide(() => {
      cancel.abort();
      resolve(undefined);
    });
    work(cancel.signal)
      .then(resolve, reject)
      .finally(() => input.dispose());
    input.show();
  });
}
