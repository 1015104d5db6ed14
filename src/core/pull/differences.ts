import { diff3Merge, diffIndices } from 'node-diff3';

type Texts = readonly string[];

/** Compares only what is between the common beginning and end, since `diffIndices` is slow on repeated texts. */
export function differences(one: Texts, other: Texts): ReturnType<typeof diffIndices<string>> {
  const { begin, middles } = splitCommonEnds([one, other]);
  const [ours = [], theirs = []] = middles;
  return diffIndices(ours, theirs).map((difference) => ({
    ...difference,
    buffer1: [difference.buffer1[0] + begin, difference.buffer1[1]],
    buffer2: [difference.buffer2[0] + begin, difference.buffer2[1]],
  }));
}

export function mergeThree(own: Texts, origin: Texts, other: Texts): ReturnType<typeof diff3Merge<string>> {
  const { begin, end, middles } = splitCommonEnds([own, origin, other]);
  const [ours = [], before = [], theirs = []] = middles;
  return [
    { ok: own.slice(0, begin) },
    ...diff3Merge(ours, before, theirs),
    { ok: own.slice(own.length - end) },
  ];
}

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
