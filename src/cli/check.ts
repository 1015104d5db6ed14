import { lineAt, linesOf } from '../core/page/lines';
import { filesToPublish } from '../services/workspace/filesToPublish';
import { withLinkedFiles } from '../services/workspace/linkedFiles';
import { counted } from './counted';
import { inTerminal, refuseNothing, type Calling } from './opening';
import type { Finding, Result } from './result';
import type { Called } from './usage';
import { exitCodes } from './usageError';

export async function check(called: Called, calling: Calling): Promise<Result> {
  return inTerminal(called, calling, {}, async (terminal, uris) => {
    const { workspace, host, services } = terminal;
    const documents = host.documents(await services.records.read());
    const findings: Finding[] = [];
    let count = 0;
    for await (const { uri, path: file, problem } of filesToPublish(workspace, uris, () => undefined)) {
      count++;
      const read = problem === undefined ? await documents.read(uri) : { problem };
      if (read.problem !== undefined) {
        findings.push({ file, severity: 'error', code: 'unreadable', label: 'error', message: read.problem });
        continue;
      }
      const { text, page, settings } = read.value;
      const lines = linesOf(text);
      for (const { kind, message, start } of await withLinkedFiles(workspace, uri, page.problems)) {
        const severity = settings.severities[kind];
        if (severity !== 'off') {
          const line = lineAt(lines, start);
          const column = start - (lines[line]?.start ?? 0) + 1;
          findings.push({ file, line: line + 1, column, severity, code: kind, label: severity, message });
        }
      }
    }
    refuseNothing(count, called);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const summary = `${counted(count, 'file')}, ${counted(findings.length, 'problem')}, ${counted(errors, 'error')}.`;
    return { findings, summary, exitCode: errors > 0 ? exitCodes.needsPerson : exitCodes.done };
  });
}
