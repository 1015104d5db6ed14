import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';

export interface ProgressReporter {
  report(step: { readonly message: string }): void;
}

/** Shorter work shows no progress, since nobody could read it. */
export const progressDelayMs = 1_000;
/** VS Code shows a progress notification for at least so long, however soon the work ends. */
export const minProgressMs = 850;

/** Resolves once the progress is gone, so that it never stands beside a message about the result. */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, progress: ProgressReporter) => Promise<T>,
  location = vscode.ProgressLocation.Notification,
): Promise<T> {
  const cancel = new AbortController();
  let message: string | undefined;
  let report = (step: { readonly message: string }): void => void (message = step.message);
  const working = work(cancel.signal, { report: (step) => report(step) });
  let gone: Promise<unknown> | undefined;
  const showing = setTimeout(() => {
    gone = pause(minProgressMs);
    void vscode.window.withProgress(
      { location, title, cancellable: true },
      async (progress, cancellation) => {
        cancellation.onCancellationRequested(() => cancel.abort());
        report = (step) => progress.report(step);
        progress.report(message === undefined ? {} : { message });
        await working.catch(() => undefined);
      },
    );
  }, progressDelayMs);
  try {
    return await working;
  } finally {
    clearTimeout(showing);
    await gone;
  }
}
