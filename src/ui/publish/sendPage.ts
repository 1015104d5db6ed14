import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ApiToken } from '../../core/connection/apiToken';
import { duration } from '../../core/text/duration';
import type { Connection } from '../../core/connection/connection';
import type { Send } from '../../core/network/http';
import { mostSends } from '../../core/network/retry';
import type { Destination } from '../../core/publish/destination';
import { placeOf } from '../../core/publish/pageChanges';
import { samePlace, type FileIdentity } from '../../core/publish/pageRecord';
import { hasMet } from '../../core/publish/titleScope';
import { inert, plain } from '../../core/text/plain';
import { isTaken, type Outcome } from '../../core/wiki/outcome';
import { hashOf } from '../../services/publish/hashOf';
import type { PageRecords } from '../../services/publish/pageRecords';
import { publishPage, type Progress } from '../../services/publish/publishPage';
import type { PlaceNames } from '../../services/publish/placeNames';
import type { Recents } from '../../services/publish/recents';
import type { TitlesInWiki } from '../../services/publish/titlesInWiki';
import type { Lookups } from '../../services/wiki/lookups';
import type { Log } from '../prompt/log';
import { withCancellableProgress } from '../prompt/progress';
import { reached } from '../prompt/milestones';

export interface SendPageDependencies {
  readonly send: Send;
  readonly records: PageRecords;
  readonly recents: Recents;
  readonly lookups: Lookups;
  readonly titles: TitlesInWiki;
  readonly names: PlaceNames;
  readonly log: Log;
}

/** All that is settled before a page is sent. */
export interface ReadyPage {
  readonly file: FileIdentity;
  readonly connection: Connection;
  readonly destination: Destination;
  readonly content: string;
  readonly token: ApiToken;
}

/** Sends a page and shows how it goes. `settled`: what came of it is on record. */
export async function sendPage(
  { send, records, recents, lookups, titles, names, log }: SendPageDependencies,
  { file, destination, content, token }: ReadyPage,
  location: vscode.ProgressLocation,
): Promise<{ readonly outcome: Outcome; readonly settled: Promise<void> }> {
  const { endpoint, target } = destination;
  const place = placeOf(destination);
  const index = await records.read();
  const own = index.ofFile(file).find((record) => samePlace(record.place, place));
  const pageExists = index.at(place)?.published !== undefined;
  await records.sending(file, destination, hashOf(content));
  const title = inert(
    l10n.t('Publishing “{0}” to {1}', plain(target.title), names.text({ endpoint, ...target })),
  );
  return withCancellableProgress(
    title,
    async (signal, progress) => {
      const outcome = await publishPage(
        {
          send,
          now: Date.now,
          pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
          log: (request, exchange) => log.exchange(request, exchange),
        },
        {
          endpoint,
          token,
          target,
          content,
          mayHaveArrived: own?.pending !== undefined,
          pageExists,
        },
        (step) => progress.report({ message: progressMessage(step) }),
        signal,
      );
      const settled = records.settled(file, destination, content, outcome);
      if (isTaken(outcome)) {
        void recents.remember(endpoint, target);
        reached('hasPublished');
      }
      if (hasMet(outcome)) {
        await settled;
        await titles.met(destination, outcome);
      }
      if (outcome.kind !== 'answered' || outcome.answer.meaning !== 'not found') {
        return { outcome, settled };
      }
      progress.report({ message: l10n.t('finding out what is missing…') });
      return { outcome: { ...outcome, whyNotFound: await lookups.whyNotFound(endpoint, target) }, settled };
    },
    location,
  );
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
