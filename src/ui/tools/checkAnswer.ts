import { lineAt, linesOf } from '../../core/page/lines';
import { plain } from '../../core/text/plain';
import { contentUnder } from '../../core/publish/content';
import { choiceItems } from '../../services/plan/planOffers';
import type { WindowServices } from '../windowServices';
import { toldProblems } from '../../services/page/toldProblems';
import { withLinkedFiles } from '../../services/workspace/linkedFiles';
import { leftOut } from '../publish/showRequest';
import type { CheckedFile } from './checkFile';

const mostProblems = 20;

/** Returns the answer to a model about a checked file. */
export async function checkAnswer(
  { row, read, obstacle, publishable }: CheckedFile,
  services: Pick<WindowServices, 'names' | 'workspace' | 'inWiki'>,
): Promise<object> {
  const { names } = services;
  const { connection, target, known, questions = [] } = row.decision ?? {};
  const { title, space, parent } = { title: row.file.title, ...known, ...target };
  return {
    file: row.file.path,
    kind: row.status.kind,
    title: plain(title),
    connection: connection?.name,
    space: space && plain(space),
    parent: parent && plain(parent),
    placeInWiki: connection && target && names.text({ endpoint: connection.endpoint, ...target }),
    replaces: publishable?.replaced && {
      title: publishable.replaced.place.title,
      publishedAt: isoTime(publishable.replaced.published?.publishedAt),
    },
    obstacle,
    choices: obstacle && choiceItems(row).map(({ label, detail }) => [label, detail].join(': ')),
    missing: questions.flatMap((question) => ('missing' in question ? question.missing : [])),
    problems: read && (await problemsOf(services, row.file.uri, read)),
    leftOut: read && leftOut(read.page, contentUnder(read.page, title)),
    fingerprint: publishable?.fingerprint,
  };
}

export function isoTime(at: number | undefined): string | undefined {
  return at === undefined || at === 0 ? undefined : new Date(at).toISOString();
}

async function problemsOf(
  { workspace, inWiki }: Pick<WindowServices, 'workspace' | 'inWiki'>,
  uri: string,
  read: NonNullable<CheckedFile['read']>,
): Promise<readonly object[]> {
  const { severities } = read.settings;
  const lines = linesOf(read.text);
  const told = await toldProblems(read, (endpoint) => inWiki.canLookUp(endpoint));
  return (await withLinkedFiles(workspace, uri, told))
    .filter(({ kind }) => severities[kind] !== 'off')
    .slice(0, mostProblems)
    .map(({ kind, message, start }) => ({
      line: lineAt(lines, start) + 1,
      severity: severities[kind],
      message,
    }));
}
