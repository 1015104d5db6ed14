import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { PageRecord } from '../../core/records/pageRecord';
import { quoteTitle } from '../../core/text/plainLine';
import type { WindowServices } from '../windowServices';

/** Asks, since what is known of the page can’t be found again. */
export async function forgetPage(
  { records }: Pick<WindowServices, 'records'>,
  { place }: PageRecord,
): Promise<void> {
  const forget = l10n.t('Forget Page');
  const detail = l10n.t(
    'The page stays in the wiki. Before a file replaces it, you are asked as about any page of others.',
  );
  const question = l10n.t('Forget that {0} was published from here?', quoteTitle(place.title));
  const pressed = await vscode.window.showWarningMessage(question, { modal: true, detail }, forget);
  await (pressed === forget ? records.forgetPage(place) : undefined);
}
