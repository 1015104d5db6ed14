import * as l10n from '@vscode/l10n';
import path from 'node:path';
import * as vscode from '../vscode';
import { UserError } from '../../core/text/errors';
import { isMarkdownName } from '../../core/page/markdownName';
import { unreadableText, unreadableReasonOf } from '../../core/page/unreadableReason';
import { plainLine } from '../../core/text/plainLine';
import {
  mostMarkdownBytes,
  readNamedFile,
  findUnreadableReason,
  type NamedFileDependencies,
} from '../../services/workspace/namedFile';
import { sourceOf } from './virtualDocuments';

export interface Snapshot {
  readonly uri: vscode.Uri;
  readonly fileName: string;
  readonly text: string;
}

/**
 * If `resource` is undefined, as when a key or the Command Palette runs the command, the active tab counts. Throws a
 * `UserError` if there is no Markdown file, or it can’t be opened.
 */
export async function snapshotOf(resource: vscode.Uri | undefined): Promise<Snapshot> {
  const active = resource ?? activeUri();
  const uri = active && sourceOf(active);
  if (uri === undefined) {
    throw new UserError(l10n.t('Open the Markdown file that you want to publish, then publish again.'));
  }
  const document = await openDocument(uri);
  if (!isMarkdown(document)) {
    throw new UserError(
      l10n.t(
        '{0} is not a Markdown file. Open the one that you want to publish.',
        plainLine(baseNameOf(uri)),
      ),
    );
  }
  return { uri, fileName: baseNameOf(uri), text: document.getText() };
}

/** Undefined unless the document is plain text that may be meant as Markdown, such as a new untitled one. */
export async function plainTextDocument(
  resource: vscode.Uri | undefined,
): Promise<vscode.TextDocument | undefined> {
  const uri = resource ?? activeUri();
  const document = uri && (await openDocument(sourceOf(uri)));
  return document?.languageId === 'plaintext' && !isMarkdown(document) ? document : undefined;
}

export function isMarkdown({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'markdown' || isMarkdownName(uri.path);
}

/**
 * Throws a `UserError` for a symbolic link that leads out of the open folders, unless the file is open already. Use
 * this function for every file of the workspace.
 */
export async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const opened = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  );
  if (opened !== undefined) {
    return opened;
  }
  // Opening a closed untitled document would create an empty one.
  if (uri.scheme === 'untitled') {
    throw new UserError(l10n.t('{0} is no longer open. Nothing was sent.', plainLine(baseNameOf(uri))));
  }
  const why = await findUnreadableReason(namedFileDependencies(), uri, mostMarkdownBytes);
  // VS Code may be able to open a file that `findUnreadableReason` takes for missing or unreadable.
  if (why !== undefined && why.kind !== 'missing' && why.kind !== 'failed') {
    throw new UserError(unreadableText(baseNameOf(uri), why));
  }
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    const read = await readNamedFile(namedFileDependencies(), uri, mostMarkdownBytes);
    throw new UserError(unreadableText(baseNameOf(uri), read.why ?? unreadableReasonOf(read.bytes)));
  }
}

/**
 * A Markdown file in a custom editor, such as VS Code’s preview, has no `activeTextEditor`: only its tab knows the URI.
 */
function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom
    ? input.uri
    : vscode.window.activeTextEditor?.document.uri;
}

/** The folder of the Markdown file in the active editor, if it is in a workspace folder. */
export function activeFolder(): vscode.Uri | undefined {
  const active = activeUri();
  const uri = active && sourceOf(active);
  const isProposed =
    uri && isMarkdownName(uri.path) && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isProposed === true ? vscode.Uri.joinPath(uri, '..') : undefined;
}

export function baseNameOf(uri: vscode.Uri): string {
  return path.posix.basename(uri.path);
}

export function namedFileDependencies(
  onRealPath?: NamedFileDependencies['onRealPath'],
): NamedFileDependencies {
  return { folders: workspaceFolderPaths(), fs: vscode.workspace.fs, onRealPath };
}

export function workspaceFolderPaths(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
