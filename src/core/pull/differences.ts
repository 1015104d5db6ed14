import { diffIndices } from 'node-diff3';

type Texts = readonly string[];

/** Compares only what is between the common beginning and end, since `diffIndices` is slow on many equal texts. */
export function differences(one: Texts, other: Texts): ReturnType<typeof diffIndices<string>> {
  const { begin, middles } = splitCommonEnds([one, other]);
  const [ours = [], theirs = []] = middles;
  return diffIndices(ours, theirs).map((difference) => ({
    ...difference,
    buffer1: [difference.buffer1[0] + begin, difference.buffer1[1]],
    buffer2: [difference.buffer2[0] + begin, difference.buffer2[1]],
  }));
}

interface Change {
  /** `lines` replace the origin’s from `from` to `to` (exclusive); if `from` equals `to`, they are inserted. */
  readonly from: number;
  readonly to: number;
  readonly lines: Texts;
  readonly isOwn: boolean;
}

/** Without a conflict, `own` is the merged text, whichever side it is from. */
export interface MergedRegion {
  readonly own: Texts;
  /** Undefined unless the region is a conflict. */
  readonly other?: Texts;
}

/** Only changes of the same lines, of adjacent lines or at the same place can be in conflict. */
export function mergeThree(own: Texts, origin: Texts, other: Texts): readonly MergedRegion[] {
  const changes = [...changesOf(origin, own, true), ...changesOf(origin, other, false)].sort(
    (one, two) => one.from - two.from || one.to - two.to,
  );
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.some((each) => each.isOwn !== change.isOwn && areInConflict(each, change, origin)) === true) {
      last.push(change);
    } else {
      groups.push([change]);
    }
  }
  let at = 0;
  const regions = groups.flatMap((group) => {
    const from = group[0]?.from ?? at;
    const to = Math.max(...group.map((change) => change.to));
    const before = { own: origin.slice(at, from) };
    at = to;
    const sideOf = (isOwn: boolean): Texts =>
      withChanges(
        origin,
        { from, to },
        group.filter((change) => change.isOwn === isOwn),
      );
    return [before, ...smallestConflict(sideOf(true), origin.slice(from, to), sideOf(false))];
  });
  return [...regions, { own: origin.slice(at) }];
}

function changesOf(origin: Texts, texts: Texts, isOwn: boolean): readonly Change[] {
  const found = differences(origin, texts);
  return found.map(({ buffer1: [from, count], buffer2Content: lines }, index) => {
    const next = found[index + 1]?.buffer1[0] ?? origin.length + 1;
    return toBlocks({ from, to: from + count, lines, isOwn }, origin, next);
  });
}

/**
 * Moves an insertion or deletion down until it ends with an empty line, if the lines around it are such that the
 * result is the same.
 */
function toBlocks(change: Change, origin: Texts, next: number): Change {
  const { from, to, lines } = change;
  const isInsertion = from === to;
  const moving = isInsertion ? lines : origin.slice(from, to);
  const by = moving.at(-1) === emptyLine ? 0 : moving.indexOf(emptyLine) + 1;
  const [start, rest] = [moving.slice(0, by), moving.slice(by)];
  return (!isInsertion && lines.length > 0) || to + by >= next || !areEqual(start, origin.slice(to, to + by))
    ? change
    : { ...change, from: from + by, to: to + by, lines: isInsertion ? [...rest, ...start] : lines };
}

/** `one` begins no later than `two`. */
function areInConflict(one: Change, two: Change, origin: Texts): boolean {
  if (one.to !== two.from || one.from === two.to) {
    return two.from <= one.to;
  }
  const [before, after] = [one, two].map((change) =>
    [origin.slice(change.from, change.to), change.lines].filter(({ length }) => length > 0),
  );
  const isApart =
    before?.every((lines) => lines.at(-1) === emptyLine) === true ||
    after?.every(([line]) => line === emptyLine) === true;
  // If both sides add blocks and one of them only inserts, both may add at the same place, in an order that
  // nobody knows.
  const isAmbiguous =
    [one, two].some(({ from, to }) => from === to) &&
    [one, two].every(({ from, to, lines }) => emptyLinesIn(lines) > emptyLinesIn(origin.slice(from, to)));
  return !isApart || isAmbiguous;
}

function withChanges(
  origin: Texts,
  { from, to }: Pick<Change, 'from' | 'to'>,
  changes: readonly Change[],
): Texts {
  let at = from;
  const lines = changes.flatMap((change) => {
    const before = origin.slice(at, change.from);
    at = change.to;
    return [...before, ...change.lines];
  });
  return [...lines, ...origin.slice(at, to)];
}

/** What both sides have in common at either end is no part of the conflict. */
function smallestConflict(own: Texts, origin: Texts, other: Texts): readonly MergedRegion[] {
  const { begin, end, middles } = splitCommonEnds([own, other]);
  const [ours = [], theirs = []] = middles;
  if (areEqual(own, other) || [other, theirs].some((side) => areEqual(side, origin))) {
    return [{ own }];
  }
  return [own, ours].some((side) => areEqual(side, origin))
    ? [{ own: other }]
    : [{ own: own.slice(0, begin) }, { own: ours, other: theirs }, { own: own.slice(own.length - end) }];
}

function areEqual(one: Texts, other: Texts): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

function emptyLinesIn(lines: Texts): number {
  return lines.filter((line) => line === emptyLine).length;
}

const emptyLine = '\n';

/** `begin` and `end`: how many texts all lists have in common at either end. */
function splitCommonEnds(lists: readonly Texts[]): {
  begin: number;
  end: number;
  middles: readonly string[][];
} {
  const [first = []] = lists;
  const shortest = Math.min(...lists.map(({ length }) => length));
  const areEqual = (at: (list: Texts) => string | undefined): boolean =>
    lists.every((list) => at(list) === at(first));
  let begin = 0;
  while (begin < shortest && areEqual((list) => list[begin])) {
    begin++;
  }
  let end = 0;
  while (begin + end < shortest && areEqual((list) => list.at(-1 - end))) {
    end++;
  }
  return { begin, end, middles: lists.map((list) => list.slice(begin, list.length - end)) };
}
