import * as vscode from 'vscode';

export interface ProgressStep {
  report(step: { readonly message: string }): void;
}

/** Shows progress in a notification whose Cancel button aborts the signal. */
export function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, progress: ProgressStep) => Promise<T>,
  location = vscode.ProgressLocation.Notification,
): Thenable<T> {
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, cancellation) => {
    const cancel = new AbortController();
    cancellation.onCancellationRequested(() => cancel.abort());
    return work(cancel.signal, progress);
  });
}
