import * as vscode from '../vscode';
import { withoutLinks } from '../../core/text/plainLine';

/** Shows foreign text literally. `appendText` escapes Markdown, but bare addresses would still become links. */
export function textAsMarkdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(withoutLinks(text));
}
