// A bundle of its own, loaded with the first publish.
import type * as vscode from 'vscode';
import { snapshotOf } from './page/document';
import { Publisher } from './publish/publisher';
import { SavePublisher } from './publish/savePublisher';
import { saveTarget } from './publish/saveTarget';
import { compare, copyAsCurl, preview } from './publish/showRequest';
import type { Connection } from '../core/connection/connection';
import { testConnection } from './connection/testConnection';
import type { RunDependencies } from './run/executeRun';
import { FilesPublisher } from './run/publishFiles';
import { PageRows } from './view/pageRows';
import type { WikiView } from './view/wikiView';

type OnDocument = (resource: vscode.Uri | undefined) => Promise<void>;

/** All that publishes, and shows what would be published. */
export class Publishing {
  readonly publisher: Publisher;
  readonly files: FilesPublisher;
  readonly saves: SavePublisher;
  #rows: PageRows | undefined;

  constructor(private readonly dependencies: RunDependencies & { readonly view: WikiView }) {
    this.publisher = new Publisher(dependencies);
    this.files = new FilesPublisher(dependencies);
    this.saves = new SavePublisher(dependencies, this.publisher);
  }

  readonly compare: OnDocument = (resource) => compare(this.dependencies, resource);
  readonly preview: OnDocument = (resource) => preview(this.dependencies, resource);
  readonly copyAsCurl: OnDocument = (resource) => copyAsCurl(this.dependencies, resource);
  readonly saveTarget: OnDocument = (resource) => saveTarget(this.dependencies, resource);
  readonly checkDocument: OnDocument = async (resource) =>
    this.dependencies.problems.reveal((await snapshotOf(resource)).uri);

  readonly testConnection = (connection: Connection): Promise<void> =>
    testConnection(this.dependencies, connection);

  /** Of the view. */
  get rows(): PageRows {
    return (this.#rows ??= new PageRows(this.dependencies, this.dependencies.view));
  }

  dispose(): void {
    this.files.dispose();
    this.#rows?.dispose();
  }
}
