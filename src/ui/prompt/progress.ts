import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';

export interface ProgressStep {
  report(step: { readonly message: string }): void;
}

/** What takes less long has no progress: nobody could read it. */
export const showsAfterMs = 1_000;
/** VS Code shows the progress of a notification for so long, however soon the work ends. */
export const staysMs = 850;

/** Shows progress whose Cancel button aborts the signal, once the work takes long. It is gone when the work's result is told. */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, progress: ProgressStep) => Promise<T>,
  location = vscode.ProgressLocation.Notification,
): Promise<T> {
  const cancel = new AbortController();
  let message: string | undefined;
  let report = (step: { readonly message: string }): void => void (message = step.message);
  const working = work(cancel.signal, { report: (step) => report(step) });
  let gone: Promise<unknown> | undefined;
  const showing = setTimeout(() => {
    gone = pause(staysMs);
    void vscode.window.withProgress(
      { location, title, cancellable: true },
      async (progress, cancellation) => {
        cancellation.onCancellationRequested(() => cancel.abort());
        report = (step) => progress.report(step);
        progress.report(message === undefined ? {} : { message });
        await working.catch(() => undefined);
      },
    );
  }, showsAfterMs);
  try {
    return await working;
  } finally {
    clearTimeout(showing);
    await gone;
  }
}
