import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TokenRemedy } from '../../core/text/errors';
import { formatNumber } from '../../core/text/locale';
import type { Report } from '../../core/text/report';
import type { TestAction } from '../../core/wiki/connectionTest';
import type { OutcomeAction } from '../../core/wiki/outcomeReport';
import type { StopAction } from '../../core/publish/stopReport';
import { isTooLongForOneLine, isTooLongForNotification } from '../../core/text/notificationLength';
import { withoutCommandLinks } from '../../core/text/plainLine';
import type { RunAction } from '../../core/plan/runReport';
import type { SessionAction } from '../../services/export/sessionReport';
import { progressGone } from './progress';

export type Action =
  | OutcomeAction
  | TokenRemedy
  | StopAction
  | TestAction
  | RunAction
  | SessionAction
  | 'updateFromWiki'
  | 'compare'
  | 'showRequest'
  | 'copyAsCurl'
  | 'publish'
  | 'publishAsMarkdown'
  | 'openGuide'
  | 'openSettingsFile'
  | 'takeOver'
  | 'anotherWiki'
  | 'replacePlan';

const showMessage = {
  information: vscode.window.showInformationMessage,
  warning: vscode.window.showWarningMessage,
  error: vscode.window.showErrorMessage,
};

/**
 * VS Code cuts a long text unless there is a button, so one is added. A still longer text gets a button that opens a
 * dialog. Command links are broken up. `files`: of a run, in how many the
 * button writes.
 */
export async function notify<A extends Action>(
  { severity, text, actions, isModal }: Report<A>,
  files?: number,
): Promise<A | undefined> {
  const all = buttonLabels(files);
  const shown = actions.map((action) => all[action]);
  const message = withoutCommandLinks(text);
  const inDialog = isModal !== true && isTooLongForNotification(message) ? [l10n.t('Show Message')] : [];
  const isOneLine = isModal !== true && shown.length + inDialog.length === 0;
  const room = isOneLine && isTooLongForOneLine(message) ? [l10n.t('OK')] : [];
  await progressGone();
  let pressed = await showMessage[severity](
    message,
    { modal: isModal === true },
    ...shown,
    ...inDialog,
    ...room,
  );
  if (pressed !== undefined && inDialog.includes(pressed)) {
    pressed = await showMessage[severity](message, { modal: true }, ...shown);
  }
  return pressed === undefined ? undefined : actions[shown.indexOf(pressed)];
}

/** A function, since this file is loaded before the translations. */
function buttonLabels(files: number | undefined): Readonly<Record<Action, string>> {
  return {
    resume: l10n.t('Publish the Rest'),
    resolve: l10n.t('Resolve…'),
    showReport: l10n.t('Show Report'),
    openInWiki: l10n.t('Open in Wiki'),
    openParent: l10n.t('Open Parent Page'),
    chooseForAll: l10n.t('Choose One for All…'),
    overwrite: l10n.t('Replace Page'),
    changeTitle: l10n.t('Change Title…'),
    changeTarget: l10n.t('Change Destination…'),
    saveTarget:
      files === undefined
        ? l10n.t('Save Destination')
        : files === 1
          ? l10n.t('Save Destination in 1 File')
          : l10n.t('Save Destinations in {0} Files', formatNumber(files)),
    showLog: l10n.t('Show Log'),
    replaceToken: l10n.t('Replace Token…'),
    setPlatformToken: l10n.t('Set Platform Token…'),
    replacePlatformToken: l10n.t('Replace Platform Token…'),
    tryAgain: l10n.t('Try Again'),
    signIn: l10n.t('Sign In'),
    signInToCompare: l10n.t('Sign In to Compare'),
    signInAgain: l10n.t('Sign In Again'),
    changeClient: l10n.t('Change Client…'),
    renew: l10n.t('Renew Now'),
    reloadWindow: l10n.t('Reload Window'),
    testConnection: l10n.t('Test Connection'),
    openSettings: l10n.t('Open Settings'),
    openSettingsFile: l10n.t('Open Settings'),
    openGuide: l10n.t('Open Guide'),
    publish: l10n.t('Publish…'),
    publishAsMarkdown: l10n.t('Publish as Markdown'),
    publishAnyway: l10n.t('Publish Anyway'),
    updateFromWiki: l10n.t({ message: 'Update File from Wiki', comment: 'A button.' }),
    compare: l10n.t('Compare'),
    showRequest: l10n.t('Show Request'),
    copyAsCurl: l10n.t('Copy as curl'),
    reopenWithEncoding: l10n.t('Reopen with Encoding…'),
    takeOver: l10n.t('Take Over Pages'),
    anotherWiki: l10n.t('It’s a Different Wiki'),
    replacePlan: l10n.t('Replace Plan'),
    showProblems: l10n.t('Show Problems'),
  };
}
