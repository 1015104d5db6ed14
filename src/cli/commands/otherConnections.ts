import * as l10n from '@vscode/l10n';
import type { PlanRow } from '../../core/plan/row';
import { plainLine } from '../../core/text/plainLine';
import { countText } from '../output/countText';
import { textOption } from './withTerminal';
import type { ParsedArguments } from '../environment/usage';
import { UsageError } from '../environment/usageError';

/**
 * Collects the documents whose front matter names another connection. A command has only one connection, so it leaves
 * these documents out.
 */
export class OtherConnections {
  readonly #leftOut = new Set<string>();

  constructor(private readonly parsed: ParsedArguments) {}

  get count(): number {
    return this.#leftOut.size;
  }

  /**
   * Returns whether a row is left out, and counts it. Throws a UsageError if a connection is named but
   * `--connection` is missing.
   */
  leaveOut({ decision, file }: PlanRow): boolean {
    const question = decision?.questions.find(({ kind }) => kind === 'connection');
    const name = question?.kind === 'connection' ? question.named : undefined;
    if (name === undefined) {
      return false;
    }
    if (connectionName(this.parsed) === undefined) {
      throw new UsageError(
        l10n.t(
          '{0} names the connection {1}. Say with --connection what this one is called.',
          plainLine(file.path),
          plainLine(name),
        ),
      );
    }
    this.#leftOut.add(file.uri);
    return true;
  }

  addToSummary(text: string): string {
    return this.count === 0
      ? text
      : `${text} ${l10n.t('Left out, since they name another connection: {0}.', countText(this.count, 'file'))}`;
  }
}

export function connectionName(parsed: ParsedArguments): string | undefined {
  return textOption(parsed, 'connection');
}
