import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isUserError, type Remedy, type UserError } from '../../core/text/errors';
import type { Log } from './log';
import type { Report } from '../../core/text/report';
import { notify, type Action } from './notify';

/**
 * If the work fails, logs the error and tells the person instead of rejecting. Does not wait for the person, since a
 * notification may stay open for hours.
 */
export type ReportErrors = (work: () => Promise<unknown>) => Promise<void>;

export function createReportErrors(log: Log): ReportErrors {
  return async (work) => {
    try {
      await work();
    } catch (error) {
      log.error(error);
      void (isUserError(error) ? tellUserError(error) : tellUnexpectedError(log));
    }
  };
}

async function tellUnexpectedError(log: Log): Promise<void> {
  const text = l10n.t('Something unexpected went wrong. The log has the details.');
  if ((await notify({ severity: 'error', text, actions: ['showLog'] })) === 'showLog') {
    log.show();
  }
}

/** Returns at once, since a notification may stay open for hours. */
export function notifyAndAct<A extends Action>(
  report: Report<A>,
  reportErrors: ReportErrors,
  act: (action: A) => Promise<unknown>,
): void {
  void reportErrors(async () => {
    const action = await notify(report);
    await (action && act(action));
  });
}

const commands: Readonly<Record<Remedy, (uri: vscode.Uri | undefined) => Thenable<unknown>>> = {
  setPlatformToken: () => vscode.commands.executeCommand('publishToWiki.setPlatformToken'),
  replacePlatformToken: () => vscode.commands.executeCommand('publishToWiki.setPlatformToken'),
  publish: (uri) => vscode.commands.executeCommand('publishToWiki.publish', uri),
  openSettings: () => vscode.commands.executeCommand('workbench.action.openSettings', 'publishToWiki'),
  // The editor of settings can’t mend a file with errors.
  openSettingsFile: (uri) =>
    uri === undefined
      ? vscode.commands.executeCommand('workbench.action.openSettingsJson')
      : vscode.window.showTextDocument(uri),
};

async function tellUserError({ message: text, remedy, uri }: UserError): Promise<void> {
  const pressed = await notify({ severity: 'error', text, actions: remedy === undefined ? [] : [remedy] });
  await (pressed && commands[pressed](uri === undefined ? undefined : vscode.Uri.parse(uri, true)));
}
