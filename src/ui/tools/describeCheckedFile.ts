import { lineAt, linesOf } from '../../core/page/lines';
import { plainLine } from '../../core/text/plainLine';
import { contentForTitle } from '../../core/publish/contentForTitle';
import { targetToSend } from '../../core/publish/decide';
import { choiceOffers } from '../../core/publish/states';
import type { WindowServices } from '../windowServices';
import { shownProblems } from '../../services/page/shownProblems';
import { completeLinkProblems } from '../../services/workspace/linkedFiles';
import { omissionsText } from '../publish/preview';
import type { CheckedFile } from './checkFile';

const mostProblems = 20;

/** The result becomes the JSON that a language model reads. */
export async function describeCheckedFile(
  { row, read, obstacle, publishable }: CheckedFile,
  services: Pick<WindowServices, 'names' | 'workspace' | 'inWiki'>,
): Promise<object> {
  const { names } = services;
  const { connection, promptValues, questions = [] } = row.decision ?? {};
  const target = targetToSend(row.decision);
  const { title, space, parent } = { title: row.file.title, ...promptValues, ...target };
  return {
    file: row.file.path,
    kind: row.status.kind,
    title: plainLine(title),
    connection: connection?.name,
    space: space && plainLine(space),
    parent: parent && plainLine(parent),
    placeInWiki: connection && target && names.text({ endpoint: connection.endpoint, ...target }),
    replaces: publishable?.replaced && {
      title: publishable.replaced.place.title,
      publishedAt: isoTime(publishable.replaced.published?.publishedAt),
    },
    obstacle,
    choices:
      obstacle &&
      (row.question ? choiceOffers(row.question) : []).map(({ label, detail }) => [label, detail].join(': ')),
    missing: questions.flatMap((question) => ('missing' in question ? question.missing : [])),
    problems: read && (await problemsOf(services, row.file.uri, read)),
    leftOut: read && omissionsText(read.page, contentForTitle(read.page, title)),
    fingerprint: publishable?.fingerprint,
  };
}

/** Undefined also for 0, which is no time of a publish. */
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
  const told = await shownProblems(read, (endpoint) => inWiki.canLookUp(endpoint));
  return (await completeLinkProblems(workspace, uri, told))
    .filter(({ kind }) => severities[kind] !== 'off')
    .slice(0, mostProblems)
    .map(({ kind, message, start }) => ({
      line: lineAt(lines, start) + 1,
      severity: severities[kind],
      message,
    }));
}
