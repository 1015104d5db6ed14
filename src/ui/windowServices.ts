import type * as vscode from 'vscode';
import type { Connection } from '../core/connection/connection';
import type { OutsideSend } from '../core/plan/runFile';
import type { Client } from '../core/export/tokenRequest';
import type { ConnectionSettings } from '../services/connection/connectionSettings';
import type { StoredSecrets } from '../services/connection/storedSecrets';
import type { PlatformTokens } from '../services/connection/platformTokens';
import type { Flow } from '../services/publish/flow';
import type { Runs } from '../services/plan/runs';
import type { RunServices } from '../services/services';
import type { PageThread } from '../services/page/pageThread';
import type { Removal } from '../services/shared/removal';
import type { Store } from '../services/store/store';
import type { Workspace } from '../services/workspace/workspace';
import type { ExportServices } from './export/exportCommands';
import type { Identify } from './page/identify';
import type { FolderLayouts } from './page/folderLayouts';
import type { Problems } from './page/problems';
import type { VirtualDocuments } from './page/virtualDocuments';
import type { Log } from './prompt/log';
import type { ReportErrors } from './prompt/reportErrors';

export interface ActivationServices extends Pick<
  RunServices,
  'tokens' | 'records' | 'recentPlaces' | 'sites' | 'locks' | 'send'
> {
  readonly settings: ConnectionSettings;
  readonly platformTokens: PlatformTokens;
  readonly keptSecrets: StoredSecrets;
  readonly pages: PageThread;
  readonly virtualDocuments: VirtualDocuments;
  readonly exportServices: ExportServices;
  /** Ends the client’s session and removes its files; rejects if something is left. */
  readonly endExportSession: (client: Pick<Client, 'authUrl' | 'clientId'>) => Promise<void>;
  /** Stores nothing if the person cancels. `name`: that of the first connection; otherwise, its host is its name. */
  readonly addConnection: (name?: string) => Promise<Connection | undefined>;
  readonly log: Log;
  readonly reportErrors: ReportErrors;
  readonly extension: vscode.Extension<unknown>;
  /** `workspace`: undefined if neither a folder nor a workspace is open. */
  readonly storageFolders: { readonly global: vscode.Uri; readonly workspace: vscode.Uri | undefined };
  readonly removal: Removal;
  /** The database of published pages and of runs. */
  readonly store: Pick<Store, 'read' | 'write' | 'isPersistent' | 'removeAll'>;
  readonly workspaceState: vscode.Memento;
  readonly globalState: vscode.Memento;
}

/** The services of activation, and those that `commands.ts` creates later, so that the activation stays short. */
export interface WindowServices extends ActivationServices, Omit<RunServices, keyof ActivationServices> {
  readonly identify: Identify;
  readonly workspace: Workspace;
  readonly layouts: FolderLayouts;
  readonly problems: Problems;
  readonly flow: Flow;
  readonly runs: Runs;
  readonly onDidSendAlone: vscode.Event<OutsideSend>;
}
