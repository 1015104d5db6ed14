import * as vscode from 'vscode';
import { lineAt, linesOf } from '../../core/page/lines';
import { plain } from '../../core/text/plain';
import { contentUnder } from '../../core/publish/content';
import { choiceItems } from '../run/planTexts';
import type { RunDependencies } from '../run/executeRun';
import { withLinkedFiles } from '../page/linkedFiles';
import { leftOut } from '../publish/showRequest';
import type { CheckedFile } from './checkFile';

const mostProblems = 20;

/** What a model is told of a checked file. */
export async function checkAnswer(
  { row, read, index, obstacle, publishable }: CheckedFile,
  { names, identify }: RunDependencies,
): Promise<object> {
  const { connection, target, known, questions = [] } = row.decision ?? {};
  const { title, space, parent } = { title: row.file.title, ...known, ...target };
  return {
    file: row.file.path,
    kind: row.section,
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
    problems: read && (await problemsOf(vscode.Uri.parse(row.file.uri, true), read, isPublished)),
    leftOut: read && leftOut(read.page, contentUnder(read.page, title)),
    fingerprint: publishable?.fingerprint,
  };

  async function isPublished(file: vscode.Uri): Promise<boolean> {
    return index.ofFile(await identify(file)).some(({ published }) => published !== undefined);
  }
}

export function isoTime(at: number | undefined): string | undefined {
  return at === undefined || at === 0 ? undefined : new Date(at).toISOString();
}

async function problemsOf(
  uri: vscode.Uri,
  { text, page, settings: { severities } }: NonNullable<CheckedFile['read']>,
  isPublished: (file: vscode.Uri) => Promise<boolean>,
): Promise<readonly object[]> {
  const lines = linesOf(text);
  return (await withLinkedFiles(uri, page.problems, isPublished))
    .filter(({ kind }) => severities[kind] !== 'off')
    .slice(0, mostProblems)
    .map(({ kind, message, start }) => ({
      line: lineAt(lines, start) + 1,
      severity: severities[kind],
      message,
    }));
}
