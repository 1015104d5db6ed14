import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { formatNumber } from '../../core/text/locale';

/** A function, since this file is loaded before the translations. `files`: of a run, in how many the button writes. */
export function labelsOf(files?: number) {
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
    replaceSetting: l10n.t('Replace Setting'),
    showProblems: l10n.t('Show Problems'),
    dontShowAgain: l10n.t('Don’t Show Again'),
  } as const;
}

export type Action = keyof ReturnType<typeof labelsOf>;

const command =
  (id: string, ...args: readonly unknown[]) =>
  () =>
    vscode.commands.executeCommand(id, ...args);

const setPlatformToken = command('publishToWiki.setPlatformToken');
/** What a button does wherever it is, unless its report says otherwise. */
const usual = {
  showLog: command('publishToWiki.showLog'),
  setPlatformToken,
  replacePlatformToken: setPlatformToken,
  openSettings: command('workbench.action.openSettings', 'publishToWiki'),
  reloadWindow: command('workbench.action.reloadWindow'),
} satisfies Readonly<Partial<Record<Action, () => unknown>>>;

type Usual = keyof typeof usual;

/** What the buttons of a report do. */
export type Runs<A extends Action> = Readonly<Record<Exclude<A, Usual>, () => unknown>> &
  Readonly<Partial<Record<Extract<A, Usual>, () => unknown>>>;

export async function runAction<A extends Action>(action: A, runs: Runs<A>): Promise<void> {
  await ({ ...usual, ...runs } as Readonly<Record<Action, () => unknown>>)[action]();
}
