import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import { recordOfEffect } from '../../core/publish/publishEffect';
import { applyEdits } from '../../core/page/problem';
import type { MergeResult } from '../../core/pull/merge';
import { changeKinds } from '../../core/publish/changeKinds';
import { changeKey } from '../../core/records/wikiChange';
import { updateReportText } from '../../core/pull/updatedText';
import { UserError } from '../../core/text/errors';
import { plainLine } from '../../core/text/plainLine';
import { mergedLineHashes } from '../../services/records/lineHashes';
import { notifyAndAct } from '../prompt/reportErrors';
import type { Snapshot } from '../page/document';
import { readDocumentInWiki } from './documentInWiki';
import type { WindowServices } from '../windowServices';

/** Does not save the file: the merge is one edit in the editor, which Undo reverts. */
export async function updateFromWiki(
  services: WindowServices,
  resource: vscode.Uri | undefined,
): Promise<void> {
  const { pages, records } = services;
  const again = (uri: vscode.Uri): Promise<void> => updateFromWiki(services, uri);
  const title = l10n.t('Update File from Wiki');
  const there = await readDocumentInWiki(services, resource, title, { again, isComparison: false });
  if (there === undefined) {
    return;
  }
  const { snapshot, read, page, decision, input, wiki, change } = there;
  const { fileName, text } = snapshot;
  const record = recordOfEffect(decision.effect);
  const published = record && (await records.text(record));
  const merged = await pages.merge({
    text,
    fileName,
    options: read.options,
    title: decision.promptValues.title ?? page.title,
    published,
    wiki,
  });
  if (merged === undefined) {
    throw new UserError(
      l10n.t(
        '{0} and its page take too much time or memory to be merged. Nothing was changed: look at the page in the wiki and copy what you need.',
        plainLine(fileName),
      ),
    );
  }
  if (merged === null) {
    throw new UserError(
      l10n.t(
        'What is not published of {0} can’t be kept apart from what changed in the wiki. Nothing was changed: use “Compare with the Wiki” and copy what you need.',
        plainLine(fileName),
      ),
    );
  }
  await writeToEditor(snapshot, merged);
  if (record !== undefined && change !== undefined && changeKinds[change.kind].isMergeable) {
    const now = applyEdits(text, merged.edits);
    const isKnown = merged.edits.length === 0;
    await records.recordMerge(record.place, {
      change: changeKey(change),
      before: isKnown ? '' : input.document.hashUnder(record.place.title),
      lines: isKnown ? mergedLineHashes(published ?? wiki, wiki, text) : mergedLineHashes(text, now, now),
    });
  }
  const autoSave: unknown = vscode.workspace.getConfiguration('files', snapshot.uri).get('autoSave');
  const author = change?.kind === 'edited' ? change.author : undefined;
  const canPublish = merged.edits.length > 0 && merged.conflicts === 0;
  const report = {
    severity: 'information',
    text: updateReportText(fileName, merged, autoSave, author),
    actions: canPublish ? (['publish'] as const) : [],
  } as const;
  notifyAndAct(report, services.reportErrors, {
    publish: () => vscode.commands.executeCommand('publishToWiki.publish', snapshot.uri),
  });
}

async function writeToEditor({ uri, fileName, text }: Snapshot, merged: MergeResult): Promise<void> {
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  const { document } = editor;
  const edit = new vscode.WorkspaceEdit();
  for (const { start, end, text: instead } of merged.edits) {
    edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), instead);
  }
  const isSame = document.getText() === text;
  if (!isSame || (merged.edits.length > 0 && !(await vscode.workspace.applyEdit(edit)))) {
    throw new UserError(
      l10n.t('{0} changed in the meantime, so it was left as it is. Try again.', plainLine(fileName)),
    );
  }
  const [first] = merged.edits;
  if (first !== undefined) {
    const conflict =
      merged.conflicts > 0
        ? document
            .getText()
            .slice(first.start)
            .search(/^<{7} /m)
        : 0;
    const at = document.positionAt(first.start + conflict);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
