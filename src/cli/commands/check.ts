import * as l10n from '@vscode/l10n';
import { lineAt, linesOf } from '../../core/page/lines';
import { mostOfAKind, type Problem, type ProblemKind } from '../../core/page/problem';
import { formatNumber } from '../../core/text/locale';
import { forEachConcurrently } from '../../services/shared/forEachConcurrently';
import type { FoundFile } from '../../services/workspace/files';
import { filesToPublish } from '../../services/workspace/filesToPublish';
import { completeLinkProblems } from '../../services/workspace/linkedFiles';
import { countText } from '../output/countText';
import { withTerminal, requireFiles, type CommandContext } from './withTerminal';
import { severityLabel, type Finding, type CommandResult } from '../output/result';
import type { ParsedArguments } from '../environment/usage';
import { exitCodes } from '../environment/usageError';

/** Files that are under way at a time: this thread reads some while the page thread checks others. */
const readers = 8;

export async function check(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  return withTerminal(parsed, context, {}, async (terminal, uris, _state, ignored) => {
    const { workspace, host, services } = terminal;
    const documents = host.documents(await services.records.read());
    const asInformation = { severity: 'information', label: severityLabel('information') } as const;
    const found: (readonly Finding[])[] = [];
    const checkOne = async ({ uri, path: file, problem }: FoundFile<string>): Promise<readonly Finding[]> => {
      const read = problem === undefined ? await documents.read(uri) : { problem };
      if (read.problem !== undefined) {
        return [
          {
            file,
            severity: 'error',
            code: 'unreadable',
            label: severityLabel('error'),
            message: read.problem,
          },
        ];
      }
      const { text, page, settings } = read.value;
      const lines = linesOf(text);
      const problems = await completeLinkProblems(workspace, uri, page.problems);
      const found = problems.flatMap(({ kind, message, start }): readonly Finding[] => {
        const severity = settings.severities[kind];
        if (severity === 'off') {
          return [];
        }
        const line = lineAt(lines, start);
        const column = start - (lines[line]?.start ?? 0) + 1;
        return [
          { file, line: line + 1, column, severity, code: kind, label: severityLabel(severity), message },
        ];
      });
      const { draft } = page.frontMatter;
      const left: readonly Finding[] =
        draft === undefined ? [] : [{ file, ...asInformation, code: 'draft', message: draft }];
      const cut = cutKinds(problems).filter((kind) => settings.severities[kind] !== 'off');
      return [
        ...left,
        ...found,
        ...cut.map((kind): Finding => {
          const message = l10n.t(
            'Only the first {0} problems of this kind are listed.',
            formatNumber(mostOfAKind),
          );
          return { file, ...asInformation, code: kind, message };
        }),
      ];
    };
    const files = filesToPublish(workspace, uris, ignored);
    await forEachConcurrently(files, readers, async (file, index) => (found[index] = await checkOne(file)));
    const findings = found.flat();
    const count = found.length;
    requireFiles(count, parsed);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const summary = l10n.t(
      '{0}, {1}, {2}.',
      countText(count, 'file'),
      countText(findings.length, 'problem'),
      countText(errors, 'error'),
    );
    return { findings, summary, exitCode: errors > 0 ? exitCodes.needsPerson : exitCodes.done };
  });
}

/** Returns the kinds with `mostOfAKind` problems, since further problems of a kind are not collected. */
function cutKinds(problems: readonly Pick<Problem, 'kind'>[]): readonly ProblemKind[] {
  const kinds = Map.groupBy(problems, ({ kind }) => kind);
  return [...kinds].flatMap(([kind, each]) => (each.length < mostOfAKind ? [] : [kind]));
}
