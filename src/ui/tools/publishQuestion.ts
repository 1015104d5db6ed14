import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatTime } from '../../core/connection/apiToken';
import { stateLabel } from '../../core/publish/states';
import { plainLine, quote } from '../../core/text/plainLine';
import { textAsMarkdown } from '../prompt/textAsMarkdown';
import { omissionsText } from '../publish/preview';
import type { WindowServices } from '../windowServices';
import { rowDetail } from '../../services/plan/planTexts';
import type { CheckedFile, Publishable } from './checkFile';

/** VS Code asks this before an agent’s tool publishes the file. */
export function publishQuestion(
  { row, read }: CheckedFile,
  { ready, replaced }: Publishable,
  { names }: Pick<WindowServices, 'names'>,
): vscode.PreparedToolInvocation {
  const { connection, destination, content } = ready;
  const { endpoint, target } = destination;
  const place = { endpoint, ...target };
  const where = [names.text(place), names.ids(place), connection.name].filter(Boolean).join(' · ');
  const publishedAt = replaced?.published?.publishedAt;
  const does = target.overwrite
    ? l10n.t('Updates the page that was created from this file')
    : l10n.t('If a page with this title is there, nothing is published.');
  const lines = [
    plainLine(row.file.path),
    l10n.t('{0} goes under {1}.', quote(target.title), where),
    [
      `${stateLabel(row.status)}: ${does}`,
      publishedAt && l10n.t('Published {0}', formatTime(publishedAt)),
      rowDetail(row, names),
    ]
      .filter(Boolean)
      .join(' · '),
    ...(read === undefined ? [] : [omissionsText(read.page, content)]),
  ];
  return {
    confirmationMessages: {
      title: l10n.t('Publish to Wiki'),
      message: textAsMarkdown(lines.join('\n')),
    },
  };
}
