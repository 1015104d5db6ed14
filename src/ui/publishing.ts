// A bundle of its own, loaded with the first publish.
import type * as vscode from 'vscode';
import { resolveAsking, type Addressed } from './publish/decideDocument';
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

  readonly compare: OnDocument = (resource) => compare(this.dependencies, resource);
  readonly preview = this.#addressed((addressed) => preview(this.dependencies, addressed));
  readonly copyAsCurl = this.#addressed(copyAsCurl);
  readonly saveTarget = this.#addressed((addressed) => saveTarget(this.dependencies, addressed));

  dispose(): void {
    this.files.dispose();
  }

  /** What is shown or written when the person has said where the document goes; nothing when they left. */
  #addressed(work: (document: Addressed) => Promise<void>): OnDocument {
    return async (resource) => {
      const document = await resolveAsking(this.dependencies, resource);
      if (document !== undefined) {
        await work(document);
      }
    };
  }
}
