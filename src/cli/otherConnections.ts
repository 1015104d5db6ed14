import * as l10n from '@vscode/l10n';
import type { Row } from '../core/run/row';
import { plain } from '../core/text/plain';
import { textOption } from './opening';
import type { Called } from './usage';
import { UsageError } from './usageError';

/** Whether a document names another connection, so that the command leaves it out. */
export function isOfAnother({ decision, file }: Row, called: Called): boolean {
  const question = decision?.questions.find(({ kind }) => kind === 'connection');
  const name = question?.kind === 'connection' ? question.named : undefined;
  if (name === undefined) {
    return false;
  }
  if (named(called) === undefined) {
    throw new UsageError(
      l10n.t(
        '{0} names the connection {1}. Say with --connection what this one is called.',
        plain(file.path),
        plain(name),
      ),
    );
  }
  return true;
}

export function named(called: Called): string | undefined {
  return textOption(called, 'connection');
}
