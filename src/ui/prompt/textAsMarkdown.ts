import * as vscode from 'vscode';
import { withoutLinks } from '../../core/text/plainLine';

/** Returns Markdown that shows foreign text literally, without links or formatting. */
export function textAsMarkdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(withoutLinks(text));
}
