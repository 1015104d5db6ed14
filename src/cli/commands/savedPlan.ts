import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { isObject, parseObject } from '../../core/text/json';
import { formatList, formatNumber } from '../../core/text/locale';
import { codeOf } from '../../services/disk/disk';
import { unreadableFileError } from '../environment/environment';
import { writeOutputFile } from '../output/reportFile';
import type { Answer } from '../unattended/unattended';
import { UsageError } from '../environment/usageError';

interface SavedPage {
  readonly file: string;
  readonly endpoint: string;
  readonly space: string;
  /** The parent page’s ID, or, while that is unknown, the path of the file or folder that becomes the parent page. */
  readonly parent: string;
  readonly title: string;
  readonly overwrite: boolean;
  readonly hash: string;
  /** The page of others that it replaces, and its version. */
  readonly replaces?: { readonly id: string; readonly version: number | undefined };
}

/** Writes the pages that a later `publish --plan` sends. If anything differs by then, it sends nothing. */
export async function savePlan(file: string, answered: Answer): Promise<void> {
  const saved = { version: 1, pages: pagesOf(answered) };
  try {
    await writeOutputFile(file, `${JSON.stringify(saved, undefined, 2)}\n`);
  } catch (error) {
    throw new UsageError(l10n.t('The plan can’t be written ({0}).', codeOf(error)), { cause: error });
  }
}

/** Returns the JSON of each page by the path of its file. Throws a UsageError if `file` is no saved plan. */
export async function readSavedPlan(file: string): Promise<ReadonlyMap<string, string>> {
  let text;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw unreadableFileError('--plan', error);
  }
  const { version, pages } = parseObject(text) ?? {};
  if (version !== 1 || !Array.isArray(pages) || !pages.every(isObject)) {
    throw new UsageError(l10n.t('The file of --plan is no plan that “plan --save” wrote.'));
  }
  return new Map(pages.map((page) => [String(page.file), JSON.stringify(page)]));
}

export function requireSamePlan(saved: ReadonlyMap<string, string>, answered: Answer): void {
  const now = new Map(pagesOf(answered).map((page) => [page.file, JSON.stringify(page)]));
  const files = new Set([...saved.keys(), ...now.keys()]);
  const others = [...files].filter((file) => saved.get(file) !== now.get(file));
  if (others.length > 0) {
    const left = others.length - mostNamed;
    const more = left > 0 ? [l10n.t('{0} more', formatNumber(left))] : [];
    throw new UsageError(
      l10n.t(
        'Nothing was sent: since the plan was saved, something changed in {0}. Plan again.',
        formatList([...others.slice(0, mostNamed), ...more]),
      ),
    );
  }
}

const mostNamed = 5;

function pagesOf({ plan, checked, replaced }: Answer): readonly SavedPage[] {
  const documents = new Map(plan.rows.map(({ file }) => [file.uri, file.input?.document]));
  return plan.runFiles(checked).map(({ file, path, destination, awaitedParent }) => {
    const { endpoint, target } = destination;
    const { space, title, overwrite } = target;
    const parent = typeof target.parent === 'string' ? target.parent : (awaitedParent?.path ?? '');
    const hash = documents.get(file.uri)?.hashUnder(title) ?? '';
    const { page } = replaced?.get(file.uri) ?? {};
    return {
      ...{ file: path, endpoint, space, parent, title, overwrite, hash },
      ...(page && { replaces: { id: page.id, version: page.version } }),
    };
  });
}
