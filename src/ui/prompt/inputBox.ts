import * as vscode from '../vscode';
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

/** How long an answered box stays, for the next one to take its place. */
const stayMs = 50;

/** Between two boxes the editor would have the focus, and the next answer would be typed into the document. */
export function closeForNext(input: vscode.QuickInput): void {
  setTimeout(() => input.dispose(), stayMs);
}

/** Keeps a box open between two questions. What is typed meanwhile is lost; Escape cancels. */
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
  input.busy = true;
  return new Promise((resolve, reject) => {
    input.onDidChangeValue(() => (input.value = ''));
    input.onDidHide(() => {
      cancel.abort();
      resolve(undefined);
    });
    work(cancel.signal)
      .then(resolve, reject)
      .finally(() => closeForNext(input));
    input.show();
  });
}
