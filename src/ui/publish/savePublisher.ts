import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isExpired } from '../../core/connection/apiToken';
import { contentUnder } from '../../core/publish/content';
import { changeText } from '../../core/publish/changeText';
import { decide } from '../../core/publish/decide';
import { destinationOf } from '../../core/publish/destination';
import { stopReport } from '../../core/publish/stopReport';
import { plain, withoutIcons } from '../../core/text/plain';
import { sentences } from '../../core/wiki/failureText';
import { fileNameOf, type Snapshot } from '../page/document';
import { textOnDisk } from '../page/fileText';
import type { Action } from '../prompt/notify';
import type { Offer, Publisher, PublishDependencies } from './publisher';
import { again } from './publishRequest';
import { readSnapshot, recordAt, resolve } from './decideDocument';
import type { ConnectedPage } from './sendShown';

/** `changed`: what was done to the page in the wiki, where that is what there is to answer. */
interface NeedsAnswer {
  readonly changed?: string;
}

/** Never asks: what needs no question is sent, and the rest is said, once for as long as it stays so. */
export class SavePublisher {
  readonly #newest = new Map<string, object>();
  readonly #told = new Map<string, string>();

  constructor(
    private readonly dependencies: PublishDependencies,
    private readonly publisher: Publisher,
  ) {}

  /** Waits for a publish of the file that is under way; of the saves that wait the newest is sent. */
  async publish(document: vscode.TextDocument): Promise<void> {
    const { uri } = document;
    const key = uri.toString();
    const save = {};
    this.#newest.set(key, save);
    // The document may have been typed into since
    const text = (await textOnDisk(uri, document.encoding)).value ?? document.getText();
    await this.dependencies.locks.hold(key, async () => {
      if (this.#newest.get(key) === save) {
        await this.#publishHeld({ uri, fileName: fileNameOf(uri), text });
      }
    });
  }

  async #publishHeld(snapshot: Snapshot): Promise<void> {
    const ready = await this.#prepare(snapshot);
    if (ready === 'nothing to do') {
      return;
    }
    const request = { resource: snapshot.uri, ask: 'always' } as const;
    if (!('token' in ready)) {
      const text =
        ready.changed === undefined
          ? l10n.t(
              '{0} was saved but not published: to publish it, you have to answer a question.',
              plain(snapshot.fileName),
            )
          : sentences(ready.changed, l10n.t('{0} was saved but not published.', plain(snapshot.fileName)));
      this.#tell(snapshot, {
        report: { severity: 'warning', text, actions: ['publish'] },
        answers: { publish: () => request },
      });
      return;
    }
    const { offer, settled } = await this.publisher.send(
      ready,
      again(request, ready.destination),
      vscode.ProgressLocation.Window,
    );
    this.#tell(snapshot, offer);
    await settled;
  }

  async #prepare(snapshot: Snapshot): Promise<ConnectedPage | 'nothing to do' | NeedsAnswer> {
    const { dependencies } = this;
    const saved = await readSnapshot(dependencies, snapshot);
    if (saved.page.frontMatter.publishOnSave !== true) {
      return 'nothing to do';
    }
    const { decision, file, input, read } = await resolve(dependencies, snapshot, saved);
    const { page, settings } = read;
    const { connection, target, change, questions } = decision;
    if (change.kind === 'unchanged') {
      return 'nothing to do';
    }
    const checked = { text: snapshot.text, problems: page.problems, severities: settings.severities };
    const token = connection && (await dependencies.tokens.get(connection.endpoint));
    if (
      connection === undefined ||
      target === undefined ||
      questions.some((question) => !('accepted' in question)) ||
      token === undefined ||
      isExpired(token, Date.now()) ||
      stopReport(checked) !== undefined
    ) {
      return {};
    }
    const record = recordAt(decision, input);
    const changedInWiki = await dependencies.inWiki.changes(record === undefined ? [] : [record]);
    const changed = decide({ ...input, changedInWiki }).questions.find((each) => 'accepted' in each);
    if (changed !== undefined) {
      return { changed: changeText(target.title, changed.change, Date.now()) };
    }
    const destination = destinationOf(page, connection, target);
    return { file, connection, destination, content: contentUnder(page, target.title), token };
  }

  /** What needs no answer, and what was said at the save before, is in the status bar. */
  #tell<A extends Action>({ uri }: Snapshot, offer: Offer<A>): void {
    const { severity, text } = offer.report;
    const before = this.#told.get(uri.toString());
    this.#told.set(uri.toString(), text);
    if (severity === 'information' || text === before) {
      vscode.window.setStatusBarMessage(withoutIcons(text), 5_000);
    } else {
      this.publisher.offer(offer);
    }
  }
}
