import * as vscode from 'vscode';

export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('publish-to-wiki.publish-to-wiki');
  if (found === undefined) {
    throw new Error('The extension is not there.');
  }
  return found;
}
