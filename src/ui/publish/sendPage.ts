import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { duration } from '../../core/connection/expiry';
import type { Send } from '../../core/network/http';
import type { Outcome } from '../../core/wiki/outcome';
import { inert, plain } from '../../core/text/plain';
import { afterSending, beforeSending, mayHaveArrived } from '../../core/publish/remembered';
import { mostSends } from '../../core/network/retry';
import type { ApiToken } from '../../core/connection/apiToken';
import type { Choice } from '../../core/publish/remembered';
import type { Lookups } from '../../services/wiki/lookups';
import type { Memory } from '../../services/publish/memory';
import type { Published } from '../../services/publish/published';
import { publishPage, type Progress } from '../../services/publish/publishPage';
import type { Log } from '../prompt/log';
import { reached } from '../prompt/milestones';

export interface SendPageDependencies {
  readonly send: Send;
  readonly memory: Memory;
  readonly published: Published;
  readonly lookups: Lookups;
  readonly log: Log;
}

/** Sends a page with a notification that shows how it goes and can cancel it, and remembers what came of it. */
export async function sendPage(
  { send, memory, published, lookups, log }: SendPageDependencies,
  uri: string,
  choice: Choice,
  content: string,
  token: ApiToken,
  quiet = false,
): Promise<Outcome> {
  const { endpoint, target } = choice;
  const before = memory.file(uri);
  const sending = beforeSending(choice, before);
  await Promise.all([memory.rememberEndpoint(endpoint), memory.rememberFile(uri, sending)]);
  const title = inert(
    l10n.t('Publishing “{0}” to {1} / {2}', plain(target.title), plain(target.space), target.parent),
  );
  const { Notification, Window } = vscode.ProgressLocation;
  const options = { location: quiet ? Window : Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, cancellation) => {
    const cancel = new AbortController();
    cancellation.onCancellationRequested(() => cancel.abort());
    const outcome = await publishPage(
      {
        send,
        now: Date.now,
        pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
        log: (request, exchange) => log.exchange(request, exchange),
      },
      { endpoint, token, target, content, mayHaveArrived: mayHaveArrived(choice, before) },
      (step) => progress.report({ message: progressMessage(step) }),
      cancel.signal,
    );
    const after = afterSending(sending, outcome);
    const remembering = [memory.rememberFile(uri, after)];
    if (outcome.kind === 'answered' && outcome.answer.meaning === 'published') {
      remembering.push(memory.rememberRecent(choice), published.remember(uri, { endpoint, target, content }));
      reached('hasPublished');
    }
    // The outcome is told at once, also when a full disk remembers nothing of it
    void Promise.all(remembering).catch((error: unknown) => log.error(error));
    if (outcome.kind !== 'answered' || outcome.answer.meaning !== 'not found') {
      return outcome;
    }
    progress.report({ message: l10n.t('finding out what is missing…') });
    return { ...outcome, whyNotFound: await lookups.whyNotFound(endpoint, target) };
  });
}

function progressMessage(progress: Progress): string {
  switch (progress.kind) {
    case 'sending':
      return progress.send === 1
        ? l10n.t('sending…')
        : l10n.t('sending again, {0} of {1}…', progress.send, mostSends);
    case 'pausing':
      return l10n.t(
        'the wiki answered {0}; sending again in {1} ({2} of {3})',
        progress.status,
        duration(progress.pauseMs),
        progress.nextSend,
        mostSends,
      );
  }
}
