import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Report } from '../../core/text/report';
import type { TestAction } from '../../core/wiki/connectionTest';
import type { OutcomeAction } from '../../core/wiki/outcomeReport';
import type { StopAction } from '../../core/publish/stopReport';
import type { Remedy } from '../../core/text/errors';
import { isCut } from '../../core/text/cut';
import { withoutCommandLinks } from '../../core/text/plain';
import type { RunAction } from '../../core/run/runReport';
import type { SessionAction } from '../../services/export/sessionReport';

export type Action =
  | OutcomeAction
  | StopAction
  | TestAction
  | RunAction
  | SessionAction
  | Remedy
  | 'compare'
  | 'showRequest'
  | 'publish'
  | 'takeOver'
  | 'anotherWiki'
  | 'replacePlan';

const show = {
  information: vscode.window.showInformationMessage,
  warning: vscode.window.showWarningMessage,
  error: vscode.window.showErrorMessage,
};

/**
 * The one way to a notification: whatever a message quotes, no link in it works. One that VS Code would cut has a button that
 * shows it whole. Resolves with the pressed action.
 */
export async function notify<A extends Action>({
  severity,
  text,
  actions,
  isModal,
}: Report<A>): Promise<A | undefined> {
  const labels = actions.map(labelOf);
  const message = withoutCommandLinks(text);
  const whole = isModal !== true && isCut(message, labels.length > 0) ? [l10n.t('Show Message')] : [];
  let pressed = await show[severity](message, { modal: isModal === true }, ...labels, ...whole);
  if (pressed !== undefined && whole.includes(pressed)) {
    pressed = await show[severity](message, { modal: true }, ...labels);
  }
  return pressed === undefined ? undefined : actions[labels.indexOf(pressed)];
}

function labelOf(action: Action): string {
  switch (action) {
    case 'resume':
      return l10n.t('Resume');
    case 'showReport':
      return l10n.t('Show Report');
    case 'openInWiki':
      return l10n.t('Open in Wiki');
    case 'openParent':
      return l10n.t('Open Parent Page');
    case 'copyResponse':
      return l10n.t('Copy Response');
    case 'overwrite':
      return l10n.t('Overwrite');
    case 'changeTitle':
      return l10n.t('Change Title…');
    case 'changeTarget':
      return l10n.t('Change Target…');
    case 'saveTarget':
      return l10n.t('Save Target');
    case 'showLog':
      return l10n.t('Show Log');
    case 'replaceToken':
      return l10n.t('Replace Token…');
    case 'setPlatformToken':
      return l10n.t('Set Platform Token…');
    case 'replacePlatformToken':
      return l10n.t('Replace Platform Token…');
    case 'tryAgain':
      return l10n.t('Try Again');
    case 'signIn':
      return l10n.t('Sign In');
    case 'signInAgain':
      return l10n.t('Sign In Again');
    case 'changeClient':
      return l10n.t('Change Client…');
    case 'forgetClient':
      return l10n.t('Forget Client');
    case 'renew':
      return l10n.t('Renew Now');
    case 'reloadWindow':
      return l10n.t('Reload Window');
    case 'testConnection':
      return l10n.t('Test Connection');
    case 'openSettings':
      return l10n.t('Open Settings');
    case 'publish':
      return l10n.t('Publish…');
    case 'publishAnyway':
      return l10n.t('Publish Anyway');
    case 'compare':
      return l10n.t('Compare');
    case 'showRequest':
      return l10n.t('Show Request');
    case 'reopenWithEncoding':
      return l10n.t('Reopen with Encoding…');
    case 'takeOver':
      return l10n.t('Take Over Pages');
    case 'anotherWiki':
      return l10n.t('It’s a Different Wiki');
    case 'replacePlan':
      return l10n.t('Replace');
    case 'showProblems':
      return l10n.t('Show Problems');
  }
}
