import * as vscode from 'vscode';
import type { ReadFileDependencies } from '../../services/run/readFile';
import { pickConnection } from '../connection/connect';
import { readFile } from '../page/readFile';
import { aboveIn, type FindAbove } from '../publish/above';
import { askPlace } from '../publish/chooseTarget';
import { recentAt } from '../publish/recent';
import type { AskPlanDependencies } from './answerRow';
import type { RunDependencies } from './executeRun';
import { readFolder } from './folderPage';

export interface Reading extends ReadFileDependencies {
  readonly above: FindAbove;
}

/** What files are read with, as it stands now. */
export async function readingFor({
  pages,
  settings,
  records,
  identify,
  inWiki,
  folderTargets,
  spaceIds,
}: RunDependencies): Promise<Reading> {
  const { connections } = settings.read();
  const names = connections.map(({ name }) => name);
  const index = await records.read();
  const above = aboveIn(index, identify);
  const lookable = new Set<string>();
  for (const { endpoint } of connections) {
    if (await inWiki.canLookUp(endpoint)) {
      lookable.add(endpoint);
    }
  }
  return {
    read: async (key) => {
      const uri = vscode.Uri.parse(key, true);
      const read = key.endsWith('/')
        ? await readFolder(pages, uri, names, above)
        : await readFile(pages, key, names);
      if (read.problem !== undefined) {
        return read;
      }
      const { settings } = read.value;
      const found = settings.tree && (await above(uri, settings.tree));
      const defaults = { ...folderTargets.defaultsFor(key, settings.defaults), above: found };
      return { value: { ...read.value, settings: { ...settings, defaults } } };
    },
    identify: (uri) => identify(vscode.Uri.parse(uri, true)),
    records,
    index,
    connections,
    canLookUp: (endpoint) => lookable.has(endpoint),
    spaceIds,
    above,
  };
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
