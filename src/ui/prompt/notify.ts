import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { Report } from '../../core/text/report';
import { isTooLongForOneLine, isTooLongForNotification } from '../../core/text/notificationLength';
import { withoutCommandLinks } from '../../core/text/plainLine';
import { labelsOf, type Action } from './actions';
import { progressGone } from './progress';

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
  const labels: Readonly<Record<Action, string>> = labelsOf(files);
  const shown = actions.map((action) => labels[action]);
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
