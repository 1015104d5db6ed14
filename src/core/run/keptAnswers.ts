import * as v from 'valibot';
import { flag, listOf, maybe, readAs } from '../text/json';
import type { Plan } from './plan';
import type { Row } from './row';
import type { Settled } from './settled';

const placeSchema = v.object({
  endpoint: v.exactOptional(v.string()),
  space: v.exactOptional(v.string()),
  parent: v.string(),
});

const keptAnswerSchema = v.object({
  uri: v.string(),
  place: maybe(placeSchema),
  /** The answer to a question, which names the page that it is about. */
  answer: maybe(v.object({ question: v.string(), does: v.picklist(['keep', 'move', 'stop']) })),
  isUnchecked: flag,
});

/**
 * What a person said of a file in a plan, and what holds when the plan is made anew: never that a page may be replaced, nor that a
 * problem is published.
 */
export type KeptAnswer = v.InferOutput<typeof keptAnswerSchema>;

export function keptAnswers({ plan, checked }: Settled): readonly KeptAnswer[] {
  const { ticked } = plan;
  return plan.rows.flatMap((row): readonly KeptAnswer[] => {
    const { uri } = row.file;
    const place = readAs(placeSchema, row.answer.chosen);
    const { does } = row.answer.choice ?? {};
    const answer =
      does === undefined || does === 'replace' ? undefined : { question: questionText(row) ?? '', does };
    const isUnchecked = ticked.has(uri) && !checked.has(uri);
    return place !== undefined || answer !== undefined || isUnchecked
      ? [{ uri, place, answer, isUnchecked }]
      : [];
  });
}

/** An answer comes back for the same file where the same question about the same page is open again. */
export function withKeptAnswers(plan: Plan, kept: readonly KeptAnswer[]): Settled {
  const byUri = new Map(kept.map((each) => [each.uri, each]));
  const unplaced = plan.rows.filter(({ status }) => status.kind === 'unplaced');
  const placed = Map.groupBy(unplaced, ({ file }) => JSON.stringify(byUri.get(file.uri)?.place ?? null));
  let next = plan;
  for (const [place, rows] of placed) {
    const chosen = JSON.parse(place) as KeptAnswer['place'] | null;
    next = chosen
      ? next.with(
          rows.map(({ file }) => file.uri),
          { chosen },
        )
      : next;
  }
  const answeredAgain = next.rows.filter((row) => {
    const { answer } = byUri.get(row.file.uri) ?? {};
    return answer !== undefined && answer.question === questionText(row);
  });
  for (const [does, rows] of Map.groupBy(answeredAgain, ({ file }) => byUri.get(file.uri)?.answer?.does)) {
    next = does === undefined ? next : next.choose(rows, does);
  }
  const checked = [...next.ticked, ...answeredAgain.map(({ file }) => file.uri)];
  return { plan: next, checked: new Set(checked.filter((uri) => byUri.get(uri)?.isUnchecked !== true)) };
}

/** Reads what was stored, maybe by another version. */
export function readKeptAnswers(stored: unknown): readonly KeptAnswer[] {
  return readAs(listOf(keptAnswerSchema), stored) ?? [];
}

function questionText({ file, question }: Row): string | undefined {
  return question && JSON.stringify([question, file.title]);
}
