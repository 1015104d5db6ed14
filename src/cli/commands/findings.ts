import * as l10n from '@vscode/l10n';
import { warningsText } from '../../core/wiki/pageWarnings';
import { placeOf } from '../../core/publish/recordChanges';
import type { Plan } from '../../core/plan/plan';
import type { Origin } from '../../core/publish/precedence';
import { stateCode, stateLabel, states, type State } from '../../core/publish/states';
import { placeOfRow, type PlanRow } from '../../core/plan/row';
import type { FileOutcome } from '../../core/plan/fileOutcome';
import type { Run } from '../../core/plan/run';
import { quote } from '../../core/text/plainLine';
import type { PageThere } from '../../core/records/wikiChange';
import { sentences } from '../../core/text/sentences';
import { placeText, rowDetail } from '../../services/plan/planTexts';
import { forEachConcurrently } from '../../services/shared/forEachConcurrently';
import { pathFromRoot } from '../../services/workspace/workspace';
import { takeOverText, replaceExistingText, type ReplacedPage } from '../unattended/authority';
import { originParts, type Finding, type OriginName, type Origins } from '../output/result';
import type { Terminal } from './terminal';

/** Sentences about files, by URI: why a page is not replaced, and whose is. */
export interface RowTexts {
  readonly reasons: ReadonlyMap<string, string>;
  readonly replaced: ReadonlyMap<string, string>;
}

const authorTimeoutMs = 3_000;
const authorsAtOnce = 6;

const noTexts: ReadonlyMap<string, string> = new Map();

export function findingOfRow(
  row: PlanRow,
  { services }: Terminal,
  checked: ReadonlySet<string>,
  isWithin: (row: PlanRow) => boolean,
  { reasons = noTexts, replaced = noTexts }: Partial<RowTexts> = {},
): Finding {
  const { file, status } = row;
  const target = row.decision?.target;
  const isReplacing = checked.has(file.uri) && replaced.has(file.uri);
  const destination = placeText(row, services.names);
  const isSent = checked.has(file.uri);
  const isOutside = !isWithin(row);
  const message = isOutside
    ? l10n.t('Its destination is not among those that WIKI_ALLOWED_SPACES and WIKI_ALLOWED_PARENTS name.')
    : sentences(rowDetail(row, services.names) ?? '', reasons.get(file.uri) ?? '');
  return {
    file: file.path,
    severity: isSent || needsNothing(status) ? 'information' : 'error',
    ...wordsOf(status),
    ...(isReplacing && { code: 'replaces', label: l10n.t('Replaces') }),
    ...(isOutside && { code: 'notAllowed' }),
    message: isSent ? sentences(replaced.get(file.uri) ?? '', warningsText(file.warnings)) : message,
    title: target?.title ?? file.title,
    ...(destination !== undefined && { destination }),
  };
}

/**
 * Says in the finding what lookups found. `stopping`: for the URI of each file that would create a page, whether an
 * existing page stops it; undefined if no lookup could tell.
 */
export function withExistingPage(
  { file, decision }: PlanRow,
  finding: Finding,
  {
    stopping,
    reasons,
  }: { readonly stopping: ReadonlyMap<string, boolean | undefined> } & Pick<RowTexts, 'reasons'>,
): Finding {
  if (!stopping.has(file.uri)) {
    return finding;
  }
  switch (stopping.get(file.uri)) {
    case true: {
      const message =
        reasons.get(file.uri) ??
        (decision?.effect.kind === 'unknown' ? takeOverText(file.path) : replaceExistingText());
      return { ...finding, severity: 'error', code: 'exists', label: l10n.t('Its page is there'), message };
    }
    case undefined:
      return finding.code === 'new' ? { ...finding, label: l10n.t('New, unless it is there') } : finding;
    default:
      return finding;
  }
}

export function wordsOf(status: State): Pick<Finding, 'code' | 'label'> {
  const code = stateCode(status);
  return { code, label: stateLabel({ ...status, kind: code }) };
}

export function needsNothing({ kind }: State): boolean {
  return states[kind].needs === 'nothing';
}

const originNames: Readonly<Record<Origin, OriginName>> = {
  frontMatter: 'front matter',
  setting: '.vscode/settings.json',
  record: 'state',
  folder: 'state',
  attempt: 'state',
  text: 'text',
  answer: 'answer',
};

export function namedOrigins({ decision }: PlanRow): Origins {
  const { parentFile, origins = {} } = decision ?? {};
  const named = originParts.flatMap((part) => {
    const origin = origins[part];
    const isInTree = parentFile !== undefined && part !== 'title';
    return isInTree ? [[part, 'folder']] : origin === undefined ? [] : [[part, originNames[origin]]];
  });
  return Object.fromEntries(named) as Origins;
}

export function findingsOfRun(
  run: Run,
  { services, workspace }: Terminal,
  { reasons, replaced }: RowTexts,
): readonly Finding[] {
  return run.files.map(({ file, path: shown, destination }, index) => {
    const state = run.state(index);
    const status = run.status(index);
    const name = pathFromRoot(workspace, file.uri) ?? shown;
    return {
      file: name,
      severity: needsNothing(status) ? 'information' : 'error',
      code: status.kind,
      label: stateLabel(status),
      message:
        typeof state === 'string'
          ? ''
          : sentences(
              state.kind === 'published' ? (replaced.get(file.uri) ?? '') : '',
              warningsText(state.warnings),
              state.message,
              state.alreadyExists ? (reasons.get(file.uri) ?? wayOnFrom(state, name)) : '',
            ),
      title: destination.target.title,
      destination: services.names.text(placeOf(destination)),
    };
  });
}

/** Where an earlier send may have made the page, `--take-over` has to name this very file, not only its folder. */
function wayOnFrom({ kind }: FileOutcome, name: string): string {
  return kind === 'unknown' ? takeOverText(name) : replaceExistingText();
}

/** Says whose page each file replaces, and from where it is moved. */
export async function replacedTexts(
  replaced: ReadonlyMap<string, ReplacedPage>,
  { services }: Terminal,
): Promise<RowTexts['replaced']> {
  const places = [...replaced.values()].flatMap(({ endpoint, movesFrom }) =>
    movesFrom === undefined ? [] : [{ endpoint, ...movesFrom }],
  );
  await services.names.lookUp(places);
  const texts = new Map<string, string>();
  await forEachConcurrently(replaced, authorsAtOnce, async ([uri, { page, endpoint, movesFrom }]) => {
    const there: PageThere = { kind: 'there', ...page, isElsewhere: movesFrom !== undefined };
    const signal = AbortSignal.timeout(authorTimeoutMs);
    const { author } = await services.inWiki.withAuthor(endpoint, there, signal);
    const whose =
      author === undefined
        ? l10n.t('It replaces a page that is there.')
        : l10n.t('It replaces a page that {0} changed last.', quote(author));
    const from = movesFrom && services.names.text({ endpoint, ...movesFrom });
    texts.set(uri, sentences(whose, from === undefined ? '' : l10n.t('That page is moved from {0}.', from)));
  });
  return texts;
}

export async function lookUpPlaceNames({ services }: Terminal, { rows }: Plan): Promise<void> {
  await services.names.lookUp(rows.flatMap((row) => placeOfRow(row) ?? []));
}
