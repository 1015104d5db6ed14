import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { connectionAt } from '../../core/publish/decideConnection';
import { isPublished } from '../../core/run/run';
import type { RunAction } from '../../core/run/runReport';
import type { Row } from '../../core/run/row';
import { UserError } from '../../core/text/errors';
import { formatNumber } from '../../core/text/locale';
import type { File, ReadingContext } from '../../services/flow/reading';
import type { EndedRun } from '../../services/flow/runs';
import { filesToPublish, type IgnoredPlace } from '../../services/workspace/filesToPublish';
import { withFolderPages } from '../../services/workspace/folderPage';
import { pickConnection, replaceToken } from '../connection/connect';
import { setPlatformToken } from '../connection/platformToken';
import { notify } from '../prompt/notify';
import type { WindowServices } from '../publish/windowServices';
import { pickInterrupted } from './pickInterrupted';
import { RunReports } from './runReports';
import { WindowRunPerson } from './runPerson';

/** Publishes many files of the workspace, and tells how it ended. */
export class FilesPublisher implements vscode.Disposable {
  readonly #reports = new RunReports();

  constructor(private readonly publishing: WindowServices) {}

  dispose(): void {
    this.publishing.runs.stop({ kind: 'cancelled', text: l10n.t('VS Code was closed.') });
    this.#reports.dispose();
  }

  publishFolder(chosen: readonly vscode.Uri[]): Promise<void> {
    const title =
      chosen.length > 1 ? l10n.t('Publish Selected Files to Wiki') : l10n.t('Publish Folder to Wiki');
    return this.#publish(title, chosen, () => false);
  }

  /** What differs from the wiki, of files that are meant for it. */
  publishChanged(): Promise<void> {
    return this.#publish(l10n.t('Publish Changed Files'), [], ({ section }) =>
      ['unchanged', 'unplaced'].includes(section),
    );
  }

  /** `isElsewhere`: the place of what is left is asked for first. */
  async resume(name?: string, isElsewhere = false): Promise<void> {
    const person = this.#person(l10n.t('Resume Publishing'));
    const ended = await this.publishing.runs.resume(
      async (interrupted) =>
        interrupted.find((each) => each.name === name) ?? (await pickInterrupted(interrupted)),
      person,
      isElsewhere,
    );
    this.#offer(ended, person);
  }

  /** VS Code ended in the middle of a run. */
  async offerResume(): Promise<void> {
    const { runs, state, reportErrors } = this.publishing;
    const last = (await runs.interrupted()).at(-1);
    if (last === undefined) {
      return;
    }
    await state.update('running', undefined);
    const text = l10n.t(
      'Publishing was interrupted: {0} of {1} pages had been published.',
      formatNumber(last.states.filter(isPublished).length),
      formatNumber(last.files.length),
    );
    void notify({ severity: 'warning', text, actions: ['resume'] }).then((action) =>
      action === undefined ? undefined : reportErrors(() => this.resume(last.name)),
    );
  }

  async #publish(
    title: string,
    chosen: readonly vscode.Uri[],
    isLeftOut: (row: Row) => boolean,
  ): Promise<void> {
    const { publishing } = this;
    const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [];
    const roots = chosen.length > 0 ? chosen : folders;
    if (roots.length === 0) {
      throw new UserError(l10n.t('Open the folder that you want to publish, then publish again.'));
    }
    const isConnected = publishing.settings.read().connections.length > 0;
    if (!isConnected && (await pickConnection(publishing)) === undefined) {
      return;
    }
    const ignored: IgnoredPlace[] = [];
    // What nobody named is no news
    const person = this.#person(title, chosen.length > 0 ? ignored : []);
    const find = (above: ReadingContext['above']): AsyncGenerator<File> =>
      withFolderPages(
        filesToPublish(publishing.workspace, roots.map(String), (entry) => ignored.push(entry)),
        above,
      );
    this.#offer(await publishing.runs.publish({ find, ignored, isLeftOut }, person), person);
  }

  #person(title: string, ignored: readonly IgnoredPlace[] = []): WindowRunPerson {
    return new WindowRunPerson(this.publishing, this.#reports, title, ignored);
  }

  /** Callers do not await this, since a notification may stay for hours. */
  #offer(ended: EndedRun | undefined, person: WindowRunPerson): void {
    if (ended !== undefined) {
      void this.publishing.reportErrors(async () => {
        const action = await notify(ended.report);
        if (action !== undefined) {
          await this.#act(action, ended, person);
        }
      });
    }
  }

  async #act(action: RunAction, ended: EndedRun, person: WindowRunPerson): Promise<void> {
    const { settings, tokens, log } = this.publishing;
    const { run, record } = ended.sent ?? {};
    switch (action) {
      case 'showReport':
        await person.showReport();
        // The buttons went with the press
        this.#offer(ended, person);
        return;
      case 'resume':
        return this.resume(record);
      case 'changeTarget':
        return this.resume(record, true);
      case 'replaceToken': {
        const connection = connectionAt(settings.read().connections, run?.stopped?.endpoint ?? '');
        if (connection !== undefined && (await replaceToken(tokens, connection)) !== undefined) {
          await this.resume(record);
        }
        return;
      }
      case 'replacePlatformToken': {
        const connection = connectionAt(
          settings.read().connections,
          run?.files[0]?.destination.endpoint ?? '',
        );
        await (connection && setPlatformToken(this.publishing, connection));
        return this.resume(record);
      }
      case 'showLog':
        log.show();
    }
  }
}
