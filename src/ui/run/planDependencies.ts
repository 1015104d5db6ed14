import { lookedUp } from '../../services/flow/reading';
import { pickConnection } from '../connection/connect';
import { askPlace } from '../publish/chooseTarget';
import { recentAt } from '../publish/recent';
import type { AskPlanDependencies } from './answerRow';
import type { RunDependencies } from './executeRun';

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
