import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { contentUnder } from '../../core/publish/content';
import { UserError } from '../../core/text/errors';
import type { Target } from '../../core/wiki/target';
import type { Published } from '../../services/publish/published';
import type { Resolved } from './resolve';
import type { VirtualDocuments } from '../page/virtualDocuments';

export interface CompareDependencies {
  readonly published: Published;
  readonly virtual: VirtualDocuments;
}

/** Opens the difference between what was last sent and what would be sent now. */
export async function compareWithLast(
  { published, virtual }: CompareDependencies,
  { snapshot, page }: Pick<Resolved, 'snapshot' | 'page'>,
  target: Pick<Target, 'title'>,
): Promise<void> {
  const { uri, fileName } = snapshot;
  const last = await published.text(uri.toString());
  if (last === undefined) {
    throw new UserError(
      l10n.t('{0} has not been published from here yet, so there is nothing to compare it with.', fileName),
    );
  }
  await vscode.commands.executeCommand(
    'vscode.diff',
    virtual.put('last', uri, fileName, last),
    virtual.put('now', uri, fileName, contentUnder(page, target.title)),
    l10n.t('{0}: last published ↔ now', fileName),
  );
}
