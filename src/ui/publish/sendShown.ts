import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection';
import { duration } from '../../core/text/duration';
import type { Send } from '../../core/network/http';
import { mostSends } from '../../core/network/retry';
import { inert, plain } from '../../core/text/plain';
import { isTaken } from '../../core/wiki/outcome';
import type { ApiTokens } from '../../services/connection/apiTokens';
import type { PageRecords } from '../../services/publish/pageRecords';
import type { PlaceNames } from '../../services/publish/placeNames';
import type { Recents } from '../../services/publish/recents';
import {
  sendPage,
  type ReadyPage,
  type SendPageOptions,
  type SentPage,
} from '../../services/publish/sendPage';
import type { TitlesInWiki } from '../../services/publish/titlesInWiki';
import type { Lookups } from '../../services/wiki/lookups';
import type { Log } from '../prompt/log';
import { withCancellableProgress } from '../prompt/progress';
import { reached } from '../prompt/milestones';

/** A page that is ready, and the connection that it goes to. */
export interface ConnectedPage extends ReadyPage {
  readonly connection: Connection;
}

export interface ShowSendDependencies {
  readonly send: Send;
  readonly tokens: ApiTokens;
  readonly records: PageRecords;
  readonly recents: Recents;
  readonly lookups: Lookups;
  readonly titles: TitlesInWiki;
  readonly names: PlaceNames;
  readonly log: Log;
}

/** Sends a page and shows how it goes. */
export async function sendShown(
  { recents, names, records, log, ...services }: ShowSendDependencies,
  page: ReadyPage,
  location: vscode.ProgressLocation,
): Promise<SentPage> {
  const { endpoint, target } = page.destination;
  // Another window may have sent the file while the person was asked
  await records.read();
  const title = inert(
    l10n.t('Publishing “{0}” to {1}', plain(target.title), names.text({ endpoint, ...target })),
  );
  const sent = await withCancellableProgress(
    title,
    (signal, progress) =>
      sendPage(
        {
          ...services,
          records,
          now: Date.now,
          pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
          log: (request, exchange) => log.exchange(request, exchange),
          failed: (error) => log.error(error),
        },
        page,
        { signal, cancel: 'abort', progress: (step) => progress.report({ message: progressMessage(step) }) },
      ),
    location,
  );
  if (isTaken(sent.outcome)) {
    void recents.remember(endpoint, target);
    reached('hasPublished');
  }
  return sent;
}

function progressMessage(progress: Parameters<SendPageOptions['progress']>[0]): string {
  switch (progress.kind) {
    case 'diagnosing':
      return l10n.t('finding out what is missing…');
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
