import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { contentForTitle } from '../../core/publish/contentForTitle';
import { recordOfEffect } from '../../core/publish/publishEffect';
import { UserError } from '../../core/text/errors';
import type { Target } from '../../core/wiki/target';
import { plainLine } from '../../core/text/plainLine';
import type { DocumentPage } from './documentPage';
import type { WindowServices } from '../windowServices';

export async function openLastPublishedDiff(
  { records, virtualDocuments }: Pick<WindowServices, 'records' | 'virtualDocuments'>,
  { snapshot, page, decision }: Pick<DocumentPage, 'snapshot' | 'page' | 'decision'>,
  target: Pick<Target, 'title'>,
): Promise<void> {
  const { uri, fileName } = snapshot;
  const record = recordOfEffect(decision.effect);
  if (record?.published === undefined) {
    throw new UserError(
      l10n.t(
        '{0} has not been published from here yet, so there is nothing to compare it with.',
        plainLine(fileName),
      ),
      { remedy: 'publish', uri: uri.toString() },
    );
  }
  const last = await records.text(record);
  if (last === undefined) {
    throw new UserError(
      l10n.t(
        'The last published text of {0} is no longer kept. “Compare with the Wiki” shows the page as it is now.',
        plainLine(fileName),
      ),
    );
  }
  await vscode.commands.executeCommand(
    'vscode.diff',
    virtualDocuments.put('last', uri, fileName, last),
    virtualDocuments.put('now', uri, fileName, contentForTitle(page, target.title)),
    l10n.t('{0}: last published ↔ now', plainLine(fileName)),
  );
}
