import * as l10n from '@vscode/l10n';
import { targetToSend } from '../publish/decide';
import type { DecideInput, Decision } from '../publish/decision';
import { placeOf } from '../publish/recordChanges';
import { placeKey, isSamePlace, titleKey, type PageRecord, type PlannedPlace } from '../records/pageRecord';
import { quote } from '../text/plainLine';
import {
  excludedRow,
  isExcluded,
  pageTitleOf,
  rowsOf,
  recordAtPlaceOf,
  type PlanFile,
  type PlanRow,
  type RowAnswers,
} from './row';

/** If the person lets a file replace another file’s page of the same title, the other file’s row gets a question, too. */
export function rowsWithTakeovers(
  files: readonly PlanFile[],
  answers: ReadonlyMap<string, RowAnswers>,
): readonly PlanRow[] {
  const rows = rowsOf(files, answers);
  const replaced = new Map(
    rows.flatMap((row) => recordAfterTakeover(row) ?? []).map((record) => [record.id, record]),
  );
  if (replaced.size === 0) {
    return rows;
  }
  const next = rows.map((row, index): PlanFile | undefined => {
    const file = files[index];
    return file?.input === undefined || isAsked(row) || mayReplace(row)
      ? file
      : { ...file, input: { ...file.input, ...withRecords(file.input, replaced) } };
  });
  return rowsOf(
    next.filter((file) => file !== undefined),
    answers,
  );
}

/** Makes up the record that the send will leave, if the person agreed to replace another file’s page. */
function recordAfterTakeover(row: PlanRow): PageRecord | undefined {
  const { file, changeQuestion, decision } = row;
  const { connection } = decision ?? {};
  const target = targetToSend(decision);
  const isLetTo = changeQuestion?.change.kind === 'conflict' && changeQuestion.answer !== undefined;
  if (!isLetTo || connection === undefined || target === undefined || file.input === undefined) {
    return undefined;
  }
  const place = placeOf({ endpoint: connection.endpoint, target });
  return {
    id: placeKey(place),
    place,
    file: file.input.file,
    suggestedTitle: file.title,
    mayOverwrite: true,
    pending: { hash: '', sentAt: Number.MAX_SAFE_INTEGER },
  };
}

function isAsked({ changeQuestion }: PlanRow): boolean {
  return changeQuestion?.change.kind === 'conflict';
}

function withRecords(
  { recordAt, recordsOfTitleInSpace }: DecideInput,
  replaced: ReadonlyMap<string, PageRecord>,
): Pick<DecideInput, 'recordAt' | 'recordsOfTitleInSpace'> {
  const isTitled = (record: PageRecord, place: PlannedPlace): boolean =>
    isSamePlace({ ...record.place, parent: place.parent }, place);
  return {
    recordAt: (place) => replaced.get(placeKey(place)) ?? recordAt(place),
    recordsOfTitleInSpace: (place) => [
      ...recordsOfTitleInSpace(place).filter((each) => !replaced.has(placeKey(each.place))),
      ...[...replaced.values()].filter((each) => isTitled(each, place)),
    ],
  };
}

/** Unless titles are unique per parent, files of one title could replace each other’s page, so they don’t overwrite. */
export function withoutOverwritingSameTitles(rows: readonly PlanRow[]): readonly PlanRow[] {
  if (!rows.some(mayReplace)) {
    return rows;
  }
  const alike = Map.groupBy(
    rows.filter((row) => !isExcluded(row)),
    titleOf,
  );
  return rows.map((row) => {
    const isAlone = (alike.get(titleOf(row)) ?? []).length < 2;
    return row.decision === undefined || isAlone || !mayReplace(row)
      ? row
      : { ...row, decision: withoutOverwriting(row.decision) };
  });
}

/** Suggests a title by which the page can be told from that of `sharesPageWith`, such as “Setup (linux)”. */
export function suggestedTitleBeside({ file, decision, status }: PlanRow): string {
  const { sharesPageWith = '' } = status.kind === 'stopped' ? status : {};
  const [name = '', ...folders] = file.path.split('/').toReversed();
  const [, ...others] = sharesPageWith.split('/').toReversed();
  const folder = folders.find((each, index) => each !== others[index]);
  return `${pageTitleOf({ file, decision })} (${folder ?? name.replace(/\.[^.]*$/, '')})`;
}

/** Blocks files that would become the same page, since one would overwrite the other. */
export function withoutSharedPages(rows: readonly PlanRow[]): readonly PlanRow[] {
  const pages = new Map<string, PlanRow[]>();
  for (const row of rows) {
    const key = pageKey(row);
    if (key !== undefined) {
      pages.set(key, [...(pages.get(key) ?? []), row]);
    }
  }
  return rows.map((row) => {
    const key = pageKey(row);
    const twin = key === undefined ? undefined : pages.get(key)?.find((other) => other !== row);
    return twin === undefined
      ? row
      : excludedRow(row, {
          kind: 'stopped',
          reason: l10n.t('{0} has the same title under the same parent page.', quote(twin.file.path)),
          sharesPageWith: twin.file.path,
        });
  });
}

/** Equal for files that would become the same page; undefined if the file is not sent, or leaves another’s page alone. */
function pageKey(row: PlanRow): string | undefined {
  const { decision, question } = row;
  const { connection, target } = decision ?? {};
  if (connection === undefined || target === undefined || isExcluded(row)) {
    return undefined;
  }
  const { endpoint } = connection;
  return question?.kind === 'others' && !target.overwrite ? undefined : placeKey({ ...target, endpoint });
}

/** Whether a send that should create a page may replace one of the same title elsewhere in the space. */
function mayReplace(row: PlanRow): boolean {
  const { changeQuestion, decision } = row;
  const { effect, titleScope } = decision ?? {};
  const page = recordAtPlaceOf(row);
  return (
    page?.published === undefined &&
    effect?.kind !== 'retitled' &&
    effect?.kind !== 'moved' &&
    titleScope !== 'parent' &&
    changeQuestion?.answer === undefined &&
    decision?.target?.overwrite === true
  );
}

function titleOf(row: PlanRow): string | undefined {
  const { connection, target } = row.decision ?? {};
  return connection && target && JSON.stringify([connection.endpoint, target.space, titleKey(target.title)]);
}

function withoutOverwriting(decision: Decision): Decision {
  const { target } = decision;
  return { ...decision, target: target && { ...target, overwrite: false } };
}
