export * from 'vscode';
