// A bundle of its own, loaded with the first publish.
import type * as vscode from 'vscode';
import { addConnection } from './connection/addConnection';
import { Publisher } from './publish/publisher';
import { SavePublisher } from './publish/savePublisher';
import { saveTarget } from './publish/saveTarget';
import { compare, copyAsCurl, preview } from './publish/showRequest';
import type { RunDependencies } from './run/executeRun';
import { FilesPublisher } from './run/publishFiles';

type OnDocument = (resource: vscode.Uri | undefined) => Promise<void>;

/** All that publishes, and shows what would be published. */
export class Publishing {
  readonly publisher: Publisher;
  readonly files: FilesPublisher;
  readonly saves: SavePublisher;

  constructor(private readonly dependencies: RunDependencies) {
    this.publisher = new Publisher(dependencies);
    this.files = new FilesPublisher(dependencies);
    this.saves = new SavePublisher(dependencies, this.publisher);
  }

  readonly addConnection = () => addConnection(this.dependencies);
  readonly compare: OnDocument = (resource) => compare(this.dependencies, resource);
  readonly preview: OnDocument = (resource) => preview(this.dependencies, resource);
  readonly copyAsCurl: OnDocument = (resource) => copyAsCurl(this.dependencies, resource);
  readonly saveTarget: OnDocument = (resource) => saveTarget(this.dependencies, resource);

  dispose(): void {
    this.files.dispose();
  }
}
