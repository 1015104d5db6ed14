import type { ApiToken } from '../../core/connection/apiToken';
import { isPublished, targetKey, type Run } from '../../core/run/run';
import { stateLabel } from '../../core/run/runReport';
import { plain } from '../../core/text/plain';
import { isTaken } from '../../core/wiki/outcome';
import type { FolderTarget } from '../publish/folderTargets';
import { takenSendOf, type TakenSend } from '../publish/pagesInWiki';
import { readForSend } from '../run/readFile';
import { relink } from '../run/relink';
import type { OpenRunRecord } from '../run/runRecord';
import { sendFiles } from '../run/sendFiles';
import type { Host } from './host';
import { lookedUp, planOf, type ReadingContext } from './reading';
import type { RunServices, Services } from './services';

interface SendRunOptions {
  readonly tokens: ReadonlyMap<string, ApiToken>;
  readonly record: OpenRunRecord;
  readonly reading: ReadingContext;
  /** Is called when a file begins or ends. */
  readonly changed: (index: number) => void;
}

/**
 * Sends the rest of a run and logs each file. The run ends even if the disk fails. `lookedUp` resolves when the
 * published pages have been looked up and recorded; the report does not wait for it.
 */
export async function sendRun(
  { services, host }: { readonly services: RunServices; readonly host: Host },
  run: Run,
  { tokens, record, reading, changed }: SendRunOptions,
): Promise<{ readonly lookedUp: Promise<void> }> {
  const { inWiki, lookups, log, now } = services;
  const taken = new TakenPages(services, host);
  await sendFiles(
    run,
    {
      ...services,
      log: (request, exchange) => {
        // Successful requests are not logged in full, since a run may have thousands.
        if (exchange.kind !== 'answered' || exchange.response.status >= 300) {
          log.exchange(request, exchange);
        }
      },
      token: (endpoint) => tokens.get(endpoint),
      pageId: async (uri) => (await taken.pageId(uri)) ?? inWiki.pageId(uri),
      standing: (endpoint) => lookups.standing(endpoint),
      content: (file) => readForSend(reading, file),
      record,
      sent: ({ file, destination }, outcome, content) => {
        if (isTaken(outcome)) {
          host.happened({ kind: 'published', uri: file.uri, content });
          taken.add(file.uri, takenSendOf(destination, outcome));
        }
      },
      repeat: () =>
        relink(run, {
          lookedUp: () => lookedUp(services),
          lookUp: () => taken.lookUp(),
          plan: (files) =>
            planOf(
              files.map(({ file, path }) => ({ uri: file.uri, path })),
              reading,
              inWiki,
              { signal: run.stopping },
            ),
          record,
          now,
        }),
      failed: (error) => log.error(error),
      changed: (index) => {
        tell(services, run, index);
        changed(index);
      },
    },
    services.concurrency(),
  );
  return { lookedUp: taken.lookUp() };
}

/** The pages that the wiki confirmed and that are still to be looked up. */
class TakenPages {
  #taken = new Map<string, TakenSend>();

  constructor(
    private readonly services: Pick<Services, 'inWiki'>,
    private readonly host: Host,
  ) {}

  add(uri: string, taken: TakenSend): void {
    this.#taken.set(uri, taken);
  }

  async pageId(uri: string): Promise<string | undefined> {
    const taken = this.#taken.get(uri);
    const [page] = taken === undefined ? [] : await this.services.inWiki.published([taken]);
    return page?.id;
  }

  async lookUp(): Promise<void> {
    const taken = this.#taken;
    this.#taken = new Map();
    const pages = await this.services.inWiki.published([...taken.values()]);
    const uris = [...taken.keys()].filter((_uri, index) => pages[index]?.address !== undefined);
    if (uris.length > 0) {
      this.host.happened({ kind: 'found', uris });
    }
  }
}

function tell({ log }: Pick<Services, 'log'>, run: Run, index: number): void {
  const state = run.state(index);
  if (typeof state === 'object') {
    const { path } = run.files[index] ?? { path: '' };
    log.info(`${plain(path)}: ${stateLabel(state)}. ${state.message}`);
  }
}

/** The most places that are remembered, as the lists of recent places are short. */
const mostRemembered = 10;

/** Remembers the place that was chosen for many files for their folder too, once the wiki confirmed a page there. */
export async function rememberPlaces(
  run: Run,
  { recents, folderTargets }: Pick<Services, 'recents' | 'folderTargets'>,
): Promise<void> {
  // In a tree, the person did not choose the parent pages of the lower levels.
  const leading = run.files.filter(
    ({ above }, index) => above === undefined && isPublished(run.state(index)),
  );
  const places = new Map(leading.map(({ destination }) => [targetKey(destination), destination]));
  for (const { endpoint, target } of [...places.values()].slice(0, mostRemembered)) {
    await recents.remember(endpoint, target);
  }
  const placed = new Map<string, string[]>();
  for (const [index, { file, chosen, destination }] of run.files.entries()) {
    if (chosen.parent !== undefined && chosen.title === undefined && isPublished(run.state(index))) {
      const { endpoint, target } = destination;
      const place = JSON.stringify({ endpoint, space: target.space, parent: target.parent });
      placed.set(place, [...(placed.get(place) ?? []), file.uri]);
    }
  }
  for (const [place, uris] of placed) {
    await folderTargets.remember(uris, JSON.parse(place) as FolderTarget);
  }
}
