import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { placeOf } from '../../core/publish/recordChanges';
import { plainLine, withoutIcons } from '../../core/text/plainLine';
import type { PublishResult, ResultAction, CompletedSend } from '../../services/publish/publishResult';
import { policies, type Policy, type PublishRequest } from '../../services/publish/request';
import { knownParentAddress } from '../../services/wiki/pageToOpen';
import { setPlatformToken } from '../connection/platformToken';
import { replaceToken, testConnection } from '../connection/testConnection';
import { baseNameOf, plainTextDocument, snapshotOf } from '../page/document';
import { textOnDisk } from '../page/fileText';
import type { Runs } from '../prompt/actions';
import { notifyAndAct } from '../prompt/reportErrors';
import { isWanted, notifyUnasked } from '../prompt/unasked';
import { isAccepted } from '../../core/wiki/outcome';
import { openAddress, openPage, openWithToken } from './openInWiki';
import { isKnownHereAlone, saveTargets } from './saveTarget';
import { windowPerson } from './windowPerson';
import type { WindowServices } from '../windowServices';

export class Publisher {
  /** The text of the last report about a save, by URI: if the next one is the same, no notification repeats it. */
  readonly #reported = new Map<string, string>();
  /** Whether a notification has told that `publishToWiki.publishOnSave` is off; a second one would disturb. */
  #hasOfferedSetting = false;

  constructor(private readonly services: WindowServices) {}

  async publish(resource: vscode.Uri | undefined, policy: Policy = policies.publish): Promise<void> {
    const plainText = await plainTextDocument(resource);
    if (plainText !== undefined) {
      this.#offerAsMarkdown(plainText, policy);
      return;
    }
    const { uri } = await snapshotOf(resource);
    await this.#publish({ uri: uri.toString(), policy });
  }

  #offerAsMarkdown(document: vscode.TextDocument, policy: Policy): void {
    const text = l10n.t(
      '{0} is plain text, not Markdown. Nothing was sent.',
      plainLine(baseNameOf(document.uri)),
    );
    notifyAndAct(
      { severity: 'information', text, actions: ['publishAsMarkdown'] },
      this.services.reportErrors,
      {
        publishAsMarkdown: async () => {
          const { uri } = await vscode.languages.setTextDocumentLanguage(document, 'markdown');
          await vscode.window.showTextDocument(uri);
          await this.publish(uri, policy);
        },
      },
    );
  }

  /** Asks nothing: where a question is open, nothing is sent, and a report says so. */
  async publishSaved(document: vscode.TextDocument): Promise<void> {
    const { uri, encoding } = document;
    // Publishes the text on the disk, since the person may have typed since the save.
    const text = (await textOnDisk(uri, { encoding })).value ?? document.getText();
    const person = windowPerson(this.services, vscode.ProgressLocation.Window);
    const request = { uri: uri.toString(), policy: policies.save, text };
    const ended = await this.services.flow.publish(request, person);
    if (ended !== undefined) {
      this.#offerOnce(ended);
    }
  }

  /** If front matter asks to publish the saved file and it is no draft, says that the setting does not allow it. */
  async tellNotAllowed({ uri }: vscode.TextDocument): Promise<void> {
    const { page } = (await this.services.flow.read(uri.toString())).read;
    if (page.frontMatter.publishOnSave === true && page.frontMatter.draft === undefined) {
      const name = plainLine(baseNameOf(uri));
      const text = l10n.t('Publishing on save is off: {0} was not published.', name);
      if (this.#hasOfferedSetting || !(await isWanted(this.services.records, 'publishOnSaveIsOff'))) {
        tellOfSave(text);
        return;
      }
      this.#hasOfferedSetting = true;
      const report = { severity: 'information', text, actions: ['openSettings'] } as const;
      await notifyUnasked('publishOnSaveIsOff', report, this.services, {
        openSettings: () =>
          vscode.commands.executeCommand('workbench.action.openSettings', 'publishToWiki.publishOnSave'),
      });
    }
  }

  /** Returns at once: the notification may stay open for hours before a button is pressed. */
  showResult(ended: PublishResult): void {
    notifyAndAct(this.#withTarget(ended), this.services.reportErrors, this.#runs(ended));
  }

  /** Adds a button that saves a target which only this computer knows. */
  #withTarget({ uri, report, sent }: PublishResult): PublishResult['report'] {
    const isOffered =
      sent?.isFirst === true &&
      isAccepted(sent.outcome) &&
      isKnownHereAlone(this.services, { uri, destination: sent.destination });
    // VS Code cuts the labels of four buttons, so at most two others stay.
    return isOffered ? { ...report, actions: [...report.actions.slice(0, 2), 'saveTarget'] } : report;
  }

  /** If the send did not bring the page’s address, the page is looked up in the wiki first. */
  async #open({ destination, outcome, page, recorded }: CompletedSend, open = openPage): Promise<void> {
    const { records, inWiki } = this.services;
    await recorded;
    const place = placeOf(destination);
    const record = records.index.recordAt(place);
    await open(this.services, place, async () => {
      const sent = isAccepted(outcome) ? (await page)?.address : undefined;
      return sent ?? (record && inWiki.locate(record));
    });
  }

  async #saveTarget(uri: string, { destination, recorded }: CompletedSend): Promise<void> {
    await recorded;
    await saveTargets(this.services, [{ uri, destination }]);
  }

  async #publish(request: PublishRequest): Promise<void> {
    const { services: dependencies } = this;
    const ended = await dependencies.flow.publish(request, windowPerson(dependencies));
    if (ended !== undefined) {
      this.showResult(ended);
    }
  }

  #offerOnce(ended: PublishResult): void {
    const { severity, text, brief = text } = ended.report;
    const before = this.#reported.get(ended.uri);
    this.#reported.set(ended.uri, text);
    if (severity === 'information' || text === before) {
      tellOfSave(brief);
    } else {
      this.showResult(ended);
    }
  }

  #runs(ended: PublishResult): Runs<ResultAction> {
    const { services } = this;
    const { exportServices } = services;
    const { connection, sent } = ended;
    const uri = vscode.Uri.parse(ended.uri, true);
    /** Publishes with the request that goes on after the action, such as the same one with a new token. */
    const goOn = (action: ResultAction) => async () => {
      const next = ended.next[action];
      if (next !== undefined) {
        // Opens the document again if it was closed meanwhile, or throws if it was untitled and is gone.
        await snapshotOf(vscode.Uri.parse(next.uri, true));
        await this.#publish(next);
      }
    };
    const compare = () => vscode.commands.executeCommand('publishToWiki.compareWithWiki', uri);
    return {
      replaceToken: async () =>
        connection && (await replaceToken(services, connection)) && goOn('replaceToken')(),
      replacePlatformToken: () => connection && setPlatformToken(services, connection),
      testConnection: () => connection && testConnection(services, connection),
      reopenWithEncoding: async () => {
        await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand('workbench.action.editor.changeEncoding');
      },
      saveTarget: () => sent && this.#saveTarget(ended.uri, sent),
      showProblems: () => services.problems.reveal(uri),
      openInWiki: async () => {
        if (sent === undefined) {
          await openAddress(ended.address);
          await goOn('openInWiki')();
        } else {
          await this.#open(sent);
        }
      },
      openParent: () => openAddress(sent && knownParentAddress(services, placeOf(sent.destination))),
      setPlatformToken: () => sent && this.#open(sent, openWithToken),
      updateFromWiki: () => vscode.commands.executeCommand('publishToWiki.updateFromWiki', uri),
      compare,
      signInToCompare: async () => {
        const isSignedIn = await (await exportServices.signIn()).run();
        await (isSignedIn && exportServices.settings.pageExport()?.value !== undefined && compare());
      },
      overwrite: goOn('overwrite'),
      changeTitle: goOn('changeTitle'),
      changeTarget: goOn('changeTarget'),
      tryAgain: goOn('tryAgain'),
      publishAnyway: goOn('publishAnyway'),
      publish: goOn('publish'),
    };
  }
}

/** After a save, the person looks at the document, so the message stays for ten seconds. */
function tellOfSave(text: string): void {
  vscode.window.setStatusBarMessage(withoutIcons(text), 10_000);
}
