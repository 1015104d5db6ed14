import * as l10n from '@vscode/l10n';

/** What the person asked to publish, from which Refresh Plan makes the plan again. */
export interface PlanSource {
  readonly kind: 'folder' | 'changed';
  /** URIs of files and folders; empty for all workspace folders. */
  readonly chosen: readonly string[];
}

/** `source`: undefined for Publish the Rest. */
export function titleOf(source: PlanSource | undefined): string {
  if (source === undefined) {
    return l10n.t('Publish the Rest');
  }
  return source.kind === 'changed'
    ? l10n.t('Publish Changed Files')
    : source.chosen.length > 1
      ? l10n.t('Publish Selected Files to Wiki')
      : l10n.t('Publish Folder to Wiki');
}
