import * as vscode from 'vscode';
import { withoutLinks } from '../../core/text/plain';

/** Where VS Code shows Markdown, text from elsewhere is text: nothing in it has a meaning, and nothing is a link. */
export function textAsMarkdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(withoutLinks(text));
}
