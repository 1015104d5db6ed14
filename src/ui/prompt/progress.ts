import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from '../vscode';

export interface ProgressReporter {
  report(step: { readonly message: string }): void;
}

/** Shorter work shows no progress, since nobody could read it. */
export const progressDelayMs = 1_000;
/** VS Code shows a progress notification for at least so long, however soon the work ends. */
const minProgressMs = 850;

let gone: Promise<unknown> | undefined;

/** To be called when a progress notification opens. */
export function progressOpened(): void {
  gone = pause(minProgressMs);
}

/** A message about a result waits for this, so that it never stands beside the progress of the work. */
export async function progressGone(): Promise<void> {
  await gone;
}

export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, progress: ProgressReporter) => Promise<T>,
  location = vscode.ProgressLocation.Notification,
): Promise<T> {
  const cancel = new AbortController();
  let message: string | undefined;
  let report = (step: { readonly message: string }): void => void (message = step.message);
  const working = work(cancel.signal, { report: (step) => report(step) });
  const showing = setTimeout(() => {
    progressOpened();
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
  }
}
