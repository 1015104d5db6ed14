import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { isUserError, type UserError } from '../../core/text/errors';
import type { Log } from './log';
import type { Report } from '../../core/text/report';
import { runAction, type Action, type Runs } from './actions';
import { notify } from './notify';

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
  await tellAndAct({ severity: 'error', text, actions: ['showLog'] }, { showLog: () => log.show() });
}

/** Returns at once, since a notification may stay open for hours. */
export function notifyAndAct<A extends Action>(
  report: Report<A>,
  reportErrors: ReportErrors,
  runs: Runs<NoInfer<A>>,
  files?: number,
): void {
  void reportErrors(() => tellAndAct(report, runs, files));
}

async function tellAndAct<A extends Action>(
  report: Report<A>,
  runs: Runs<NoInfer<A>>,
  files?: number,
): Promise<void> {
  const action = await notify(report, files);
  await (action && runAction(action, runs));
}

async function tellUserError({ message: text, remedy, uri }: UserError): Promise<void> {
  const file = uri === undefined ? undefined : vscode.Uri.parse(uri, true);
  await tellAndAct(
    { severity: 'error', text, actions: remedy === undefined ? [] : [remedy] },
    {
      publish: () => vscode.commands.executeCommand('publishToWiki.publish', file),
      // The editor of settings can’t mend a file with errors.
      openSettingsFile: () =>
        file === undefined
          ? vscode.commands.executeCommand('workbench.action.openSettingsJson')
          : vscode.window.showTextDocument(file),
    },
  );
}
