export * from '@vscode/l10n';
