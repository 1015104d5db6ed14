import type { ApiToken } from '../../core/connection/apiToken';
import { isPublished } from '../../core/plan/fileOutcome';
import { isPlacedFile } from '../../core/plan/runFile';
import { parentPlaceKey, type Run } from '../../core/plan/run';
import { stateStop } from '../../core/plan/runStop';
import { stateLabel } from '../../core/publish/states';
import { plainLine } from '../../core/text/plainLine';
import type { FolderTarget } from '../records/folderTargets';
import { ChangesAhead } from './changesAhead';
import { readForSend } from '../publish/readForPublish';
import { sendFiles } from './sendFiles';
import type { Host } from '../publish/host';
import { endpointsWithLookups, planPublish, type ReadingContext } from '../publish/reading';
import type { RunServices, Services } from '../services';

interface SendRunOptions {
  readonly tokens: ReadonlyMap<string, ApiToken>;
  readonly reading: ReadingContext;
  readonly changed: (index: number) => void;
}

export function sendRun(
  { services, host }: { readonly services: RunServices; readonly host: Host },
  run: Run,
  { tokens, reading, changed }: SendRunOptions,
): ReturnType<typeof sendFiles> {
  const { inWiki, lookups, log, records, storedRuns } = services;
  const ahead = new ChangesAhead(run, services);
  const uris = new Set(run.files.map(({ file }) => file.uri));
  return sendFiles(
    run,
    {
      ...services,
      isPersistent: (place) => records.isPersistent(place),
      ...(storedRuns === undefined && { unrecordedStop: stateStop() }),
      log: (request, exchange) => {
        // Successful requests are not logged, since a run may make thousands; `changed` below logs a line for each file.
        if (exchange.kind !== 'answered' || exchange.response.status >= 300) {
          log.exchange(request, exchange);
        }
      },
      token: (endpoint) => tokens.get(endpoint),
      content: async (file) =>
        readForSend(reading, file, {
          found: await ahead.of(file),
          isOfRun: (uri) => uris.has(uri),
          now: services.now(),
        }),
      tryPlatformToken: (endpoint) => lookups.tryStoredToken(endpoint),
      endpointsWithLookups: () => endpointsWithLookups(services),
      planSecondSend: (files) =>
        planPublish(
          files.map(({ file, path }) => ({ uri: file.uri, path })),
          reading,
          inWiki,
          { signal: run.stopping },
        ),
      happened: (event) => host.happened(event),
      failed: (error) => log.error(error),
      changed: (index) => {
        const state = run.state(index);
        if (typeof state === 'object') {
          log.info(
            `${plainLine(run.files[index]?.path ?? '')}: ${stateLabel(run.status(index))}. ${state.message}`,
          );
        }
        changed(index);
      },
    },
    services.concurrency(),
  );
}

/** As many as each list of `RecentPlaces` keeps; more would only displace each other. */
const mostRemembered = 10;

/**
 * Remembers where pages were published: each place for prompts, and a place that the person
 * chose also for the folder of its files.
 */
export async function rememberPlaces(
  run: Run,
  { recentPlaces, folderTargets }: Pick<Services, 'recentPlaces' | 'folderTargets'>,
): Promise<void> {
  // In a tree, most files go under the page of another file, which the person did not choose.
  const published = run.files.filter((_file, index) => isPublished(run.state(index))).filter(isPlacedFile);
  const leading = published.filter(({ parentUri }) => parentUri === undefined);
  const places = new Map(leading.map(({ destination }) => [parentPlaceKey(destination), destination]));
  for (const { endpoint, target } of [...places.values()].slice(0, mostRemembered)) {
    await recentPlaces.remember(endpoint, target);
  }
  const placed = new Map<string, string[]>();
  for (const { file, answers, destination } of published) {
    const { parent, title } = answers.place ?? {};
    if (parent !== undefined && title === undefined) {
      const { endpoint, target } = destination;
      const place = JSON.stringify({ endpoint, space: target.space, parent: target.parent });
      placed.set(place, [...(placed.get(place) ?? []), file.uri]);
    }
  }
  for (const [place, uris] of placed) {
    await folderTargets.remember(uris, JSON.parse(place) as FolderTarget);
  }
}
