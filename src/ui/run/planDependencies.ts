import * as vscode from 'vscode';
import type { ReadFileDependencies } from '../../services/run/readFile';
import { pickConnection } from '../connection/connect';
import { readFile } from '../page/readFile';
import { askPlace } from '../publish/chooseTarget';
import { recentAt } from '../publish/recent';
import type { AskPlanDependencies } from './answerRow';
import type { RunDependencies } from './executeRun';

/** What files are read with, as it stands now. */
export async function readingFor({
  pages,
  sites,
  settings,
  records,
  identify,
  folderTargets,
}: RunDependencies): Promise<ReadFileDependencies> {
  const { connections } = settings.read();
  const names = connections.map(({ name }) => name);
  const index = await records.read();
  const reading = { pages, sites, identify, records: { read: () => Promise.resolve(index) } };
  return {
    read: async (uri) => {
      const read = await readFile(reading, uri, names);
      if (read.problem !== undefined) {
        return read;
      }
      const defaults = folderTargets.defaultsFor(uri, read.value.settings.defaults);
      return { value: { ...read.value, settings: { ...read.value.settings, defaults } } };
    },
    identify: (uri) => identify(vscode.Uri.parse(uri, true)),
    records,
    index,
    connections,
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
    lookedUp: async () => {
      const found = new Set<string>();
      for (const { endpoint } of publishing.settings.read().connections) {
        if (await publishing.inWiki.canLookUp(endpoint)) {
          found.add(endpoint);
        }
      }
      return found;
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
