import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Connection } from '../../core/connection/connection';
import {
  movedConnections,
  readStoredEndpoints,
  type MovedConnection,
} from '../../core/connection/movedConnections';
import { removeTokens } from '../../services/connection/removeTokens';
import { notifyAndAct } from '../prompt/reportErrors';
import type { ActivationServices } from '../windowServices';

type Following = Pick<
  ActivationServices,
  'settings' | 'records' | 'globalState' | 'reportErrors' | 'tokens' | 'platformTokens' | 'sites'
>;

const key = 'addresses';

/**
 * When the address of a connection changes, offers to take the records of its pages over to the new address. When a
 * connection is removed, removes its tokens.
 */
export function followConnections(following: Following): vscode.Disposable {
  const offered = new Set<string>();
  const look = (): void => void following.reportErrors(() => offerAll(following, offered));
  let { connections: known } = following.settings.read();
  const removeTokensOfRemoved = (): void => {
    // While the settings are edited, an entry that is moved in them may be gone for a moment.
    if (!vscode.window.state.focused || isSettingsFile(vscode.window.activeTextEditor?.document)) {
      return;
    }
    const { connections, problems } = following.settings.read();
    // One that can’t be read is not removed.
    if (problems.length > 0) {
      return;
    }
    const removed = known.filter((each) => !connections.some((other) => isSameConnection(each, other)));
    known = connections;
    void following.reportErrors(async () => {
      for (const connection of removed) {
        await removeTokens(following, connection);
        const text = l10n.t('{0} was removed, and its tokens with it', connection.name);
        vscode.window.setStatusBarMessage(text, 5_000);
      }
    });
  };
  // `setImmediate`, so that the activation does not wait until the records are read.
  setImmediate(look);
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('publishToWiki.connections')) {
        look();
        removeTokensOfRemoved();
      }
    }),
    vscode.window.onDidChangeActiveTextEditor(removeTokensOfRemoved),
    vscode.window.onDidChangeWindowState(removeTokensOfRemoved),
  );
}

function isSettingsFile(document: vscode.TextDocument | undefined): boolean {
  return document?.uri.path.endsWith('/settings.json') === true;
}

/** One that has another address or another name is still there. */
function isSameConnection(one: Connection, other: Connection): boolean {
  return one.name === other.name || one.endpoint === other.endpoint;
}

async function offerAll(following: Following, offered: Set<string>): Promise<void> {
  const { settings, records, globalState: state } = following;
  const { connections } = settings.read();
  const before = readStoredEndpoints(state.get(key));
  const moved = movedConnections(connections, before);
  const known: MovedConnection[] = [];
  for (const connection of moved) {
    const pages = (await records.read()).records;
    if (pages.some(({ place }) => place.endpoint === connection.oldEndpoint)) {
      known.push(connection);
    }
  }
  // One that may be several of those that are gone is none of them, as far as anybody knows.
  const open = known.filter(({ name }) => known.filter((each) => each.name === name).length === 1);
  await rememberAddresses(
    state,
    connections.filter(({ name }) => !open.some((each) => each.name === name)),
  );
  for (const connection of open.filter(({ name, endpoint }) => !offered.has(`${name} ${endpoint}`))) {
    offered.add(`${connection.name} ${connection.endpoint}`);
    offerToFollow(following, connection);
  }
}

function offerToFollow(
  { records, globalState: state, reportErrors }: Following,
  connection: MovedConnection,
): void {
  const { name, endpoint, oldEndpoint } = connection;
  const text = l10n.t(
    'The connection {0} has a new address. If it is the same wiki, take over what was published to the old one: your files then update their pages instead of creating new ones.',
    name,
  );
  const remember = (): Promise<void> => rememberAddresses(state, [connection]);
  // As a notification, it would be gone before the next publish, which then makes second pages.
  const report = {
    severity: 'information',
    text,
    actions: ['takeOver', 'anotherWiki'],
    isModal: true,
  } as const;
  notifyAndAct(report, reportErrors, {
    takeOver: async () => {
      await records.moveEndpoint(oldEndpoint, endpoint);
      await remember();
    },
    anotherWiki: remember,
  });
}

/** Keeps the addresses of removed connections too, since one may be added again under its name. */
async function rememberAddresses(state: vscode.Memento, connections: readonly Connection[]): Promise<void> {
  const before = readStoredEndpoints(state.get(key));
  const now = { ...before, ...Object.fromEntries(connections.map(({ name, endpoint }) => [name, endpoint])) };
  if (JSON.stringify(now) !== JSON.stringify(before)) {
    await state.update(key, now);
  }
}
