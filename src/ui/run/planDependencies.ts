import * as vscode from 'vscode';
import { firstPublished, type PageRecord } from '../../core/publish/pageRecord';
import type { ReadFileDependencies } from '../../services/run/readFile';
import { pickConnection } from '../connection/connect';
import type { ReadDependencies } from '../page/readDocument';
import { readFile } from '../page/readFile';
import { aboveIn, defaultsFor, wikiFinder, type FindAbove } from '../publish/above';
import { askPlace } from '../publish/chooseTarget';
import { recentAt } from '../publish/recent';
import type { AskPlanDependencies } from './answerRow';
import type { RunDependencies } from './executeRun';
import { readFolder } from './folderPage';

export interface Reading extends ReadFileDependencies {
  readonly above: FindAbove;
}

/** What files are read with, as it stands now. `going`: the titles of what a run publishes, by address, once that is settled. */
export async function readingFor(
  publishing: RunDependencies,
  going?: ReadonlyMap<string, string>,
): Promise<Reading> {
  const { pages, sites, settings, records, identify, folderTargets, spaceIds, titles } = publishing;
  const { connections } = settings.read();
  const names = connections.map(({ name }) => name);
  const index = await records.read();
  const above = aboveIn({ index, identify, folderTargets, connections, spaceOf: spaceIds.of });
  const readingIn = (endpoint: string | undefined): ReadDependencies => ({
    ...{ pages, sites, identify },
    records: { read: () => Promise.resolve(index) },
    findWiki:
      endpoint === undefined ? wikiFinder(publishing, { above }) : () => Promise.resolve(() => endpoint),
  });
  const recordOf = async (uri: vscode.Uri): Promise<PageRecord | undefined> =>
    firstPublished(index.ofFile(await identify(uri)));
  const lookable = await lookedUp(publishing);
  return {
    read: async (key, endpoint) => {
      const reading = readingIn(endpoint);
      const uri = vscode.Uri.parse(key, true);
      const read = key.endsWith('/')
        ? await readFolder({ ...reading, names, above, recordOf, going }, uri)
        : await readFile(reading, key, names);
      if (read.problem !== undefined) {
        return read;
      }
      const { settings } = read.value;
      const defaults = await defaultsFor(folderTargets, above, uri, settings);
      return { value: { ...read.value, settings: { ...settings, defaults } } };
    },
    identify: (uri) => identify(vscode.Uri.parse(uri, true)),
    records,
    index,
    connections,
    canLookUp: (endpoint) => lookable.has(endpoint),
    spaceIds,
    titles,
    above,
  };
}

/** The connections whose pages can be found in the wiki. */
export async function lookedUp({ settings, inWiki }: RunDependencies): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { endpoint } of settings.read().connections) {
    if (await inWiki.canLookUp(endpoint)) {
      found.add(endpoint);
    }
  }
  return found;
}

/** How a person is asked for what a plan needs to know. */
export function askingFor(publishing: RunDependencies): AskPlanDependencies {
  return {
    names: publishing.names,
    connectionName: (endpoint) => {
      const { connections } = publishing.settings.read();
      return connections.length > 1
        ? connections.find((each) => each.endpoint === endpoint)?.name
        : undefined;
    },
    lookedUp: () => lookedUp(publishing),
    askConnection: async () => {
      const connection = await pickConnection(publishing);
      return connection && { endpoint: connection.endpoint };
    },
    askPlace: (title, rows) => {
      const decisions = rows.map(({ decision }) => decision).filter((decision) => decision !== undefined);
      const connection = decisions.find((decision) => decision.connection !== undefined)?.connection;
      return askPlace(title, decisions[0]?.known ?? {}, recentAt(connection?.endpoint ?? '', publishing));
    },
  };
}
