import * as vscode from '../vscode';
import type { Host } from '../../services/publish/host';
import type { OutsideSend } from '../../core/plan/runFile';
import type { PageEvent } from '../../services/wiki/sendPage';
import { documentsIn, type DocumentsDependencies } from '../../services/documents/documents';
import { fileNameOf } from '../../services/workspace/workspace';
import { completeWalkthroughStep } from '../prompt/walkthrough';
import { addOpenable } from './openInWiki';
import type { WindowServices } from '../windowServices';

export class WindowHost implements Host {
  readonly nameOf = fileNameOf;
  readonly #sentAlone = new vscode.EventEmitter<OutsideSend>();
  readonly onDidSendAlone = this.#sentAlone.event;

  constructor(
    private readonly services: DocumentsDependencies &
      Pick<WindowServices, 'virtualDocuments' | 'workspaceState' | 'exportServices'>,
  ) {}

  documents(...[index, runTitles]: Parameters<Host['documents']>): ReturnType<Host['documents']> {
    return documentsIn(this.services, index, runTitles);
  }

  async exportState(): ReturnType<Host['exportState']> {
    const { settings, currentSession } = this.services.exportServices;
    const state = await (await currentSession.get())?.session.state();
    if (state?.kind === 'signedIn') {
      return 'signedIn';
    }
    return settings.pageExport()?.value === undefined ? 'notSetUp' : 'signedOut';
  }

  happened(event: PageEvent): void {
    switch (event.kind) {
      case 'sentAlone':
        this.#sentAlone.fire(event);
        return;
      case 'found':
        void addOpenable(
          this.services.workspaceState,
          event.uris.map((uri) => vscode.Uri.parse(uri, true)),
        );
        return;
      case 'published':
        completeWalkthroughStep('hasPublished');
        // An open comparison is updated to show that there are no more changes.
        for (const side of ['last', 'now', 'wiki', 'here']) {
          const uri = vscode.Uri.parse(event.uri, true);
          this.services.virtualDocuments.update(side, uri, fileNameOf(event.uri), event.content);
        }
    }
  }
}
