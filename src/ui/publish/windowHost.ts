import * as vscode from 'vscode';
import type { CurrentSession } from '../../services/export/currentSession';
import type { ExportSettings } from '../../services/export/exportSettings';
import type { Host } from '../../services/flow/host';
import type { PageEvent } from '../../services/publish/sendPage';
import { documentsIn, type DocumentsDependencies } from '../../services/workspace/documents';
import { fileNameOf } from '../../services/workspace/workspace';
import type { VirtualDocuments } from '../page/virtualDocuments';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import { addOpenable } from './openInWiki';

export interface WindowHostDependencies extends DocumentsDependencies {
  readonly virtual: VirtualDocuments;
  readonly state: vscode.Memento;
  readonly exporting: {
    readonly settings: Pick<ExportSettings, 'page'>;
    readonly current: Pick<CurrentSession, 'get'>;
  };
}

/** The documents of the window and its workspace. */
export class WindowHost implements Host {
  readonly nameOf = fileNameOf;
  readonly #sentAlone = new vscode.EventEmitter<Extract<PageEvent, { readonly kind: 'sentAlone' }>>();
  readonly onDidSendAlone = this.#sentAlone.event;

  constructor(private readonly dependencies: WindowHostDependencies) {}

  documents(...[index, going]: Parameters<Host['documents']>): ReturnType<Host['documents']> {
    return documentsIn(this.dependencies, index, going);
  }

  identify(uri: string): ReturnType<Host['identify']> {
    return this.dependencies.workspace.identify(uri);
  }

  async exporting(): ReturnType<Host['exporting']> {
    const { settings, current } = this.dependencies.exporting;
    if (settings.page()?.value === undefined) {
      return undefined;
    }
    const state = await (await current.get())?.session.state();
    return state?.kind === 'signedIn' ? 'signedIn' : 'signedOut';
  }

  happened(event: PageEvent): void {
    switch (event.kind) {
      case 'sentAlone':
        this.#sentAlone.fire(event);
        return;
      case 'found':
        void addOpenable(
          this.dependencies.state,
          event.uris.map((uri) => vscode.Uri.parse(uri, true)),
        );
        return;
      case 'published':
        completeWalkthroughStep('hasPublished');
        // An open comparison is updated to show that there are no more changes.
        for (const side of ['last', 'now']) {
          const uri = vscode.Uri.parse(event.uri, true);
          this.dependencies.virtual.update(side, uri, fileNameOf(event.uri), event.content);
        }
    }
  }
}
