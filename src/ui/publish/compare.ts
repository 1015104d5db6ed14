import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { contentUnder } from '../../core/publish/content';
import { pageOfChange } from '../../core/publish/decide';
import { UserError } from '../../core/text/errors';
import type { Target } from '../../core/wiki/target';
import { plain } from '../../core/text/plain';
import type { DocumentPage } from './documentPage';
import type { WindowServices } from '../windowServices';

/** Compares the text that was last published with what would be sent now. */
export async function compareWithLast(
  { records, virtual }: Pick<WindowServices, 'records' | 'virtual'>,
  { snapshot, page, decision }: Pick<DocumentPage, 'snapshot' | 'page' | 'decision'>,
  target: Pick<Target, 'title'>,
): Promise<void> {
  const { uri, fileName } = snapshot;
  const record = pageOfChange(decision.change);
  if (record?.published === undefined) {
    throw new UserError(
      l10n.t(
        '{0} has not been published from here yet, so there is nothing to compare it with.',
        plain(fileName),
      ),
      { remedy: 'publish', uri: uri.toString() },
    );
  }
  const last = await records.text(record);
  if (last === undefined) {
    throw new UserError(
      l10n.t(
        'The last published text of {0} is no longer kept. “Compare with the Wiki” shows the page as it is now.',
        plain(fileName),
      ),
    );
  }
  await vscode.commands.executeCommand(
    'vscode.diff',
    virtual.put('last', uri, fileName, last),
    virtual.put('now', uri, fileName, contentUnder(page, target.title)),
    l10n.t('{0}: last published ↔ now', plain(fileName)),
  );
}
