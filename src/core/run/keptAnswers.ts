import type { Choice } from '../publish/decide';
import type { Chosen } from '../publish/precedence';
import { membersOf } from '../text/json';
import type { Plan } from './plan';
import type { Row } from './row';
import type { Settled } from './settled';

/**
 * What a person said of a file in a plan, and what holds when the plan is made anew: never that a page may be replaced, nor that a
 * problem is published.
 */
export interface KeptAnswer {
  readonly uri: string;
  /** Where it goes. */
  readonly place?: Pick<Chosen, (typeof placeKeys)[number]>;
  /** The question that was answered, with the page that it was about. */
  readonly question?: string;
  readonly does?: Choice['does'];
  readonly isUnchecked?: boolean;
}

export function keptAnswers({ plan, checked }: Settled): readonly KeptAnswer[] {
  const { ticked } = plan;
  return plan.rows.flatMap((row): readonly KeptAnswer[] => {
    const { uri } = row.file;
    const place = placeIn(row.answer.chosen);
    const { does } = row.answer.choice ?? {};
    const kept: KeptAnswer = {
      uri,
      ...(place.parent !== undefined && { place }),
      ...(does !== undefined && does !== 'replace' && { does, question: questionText(row) ?? '' }),
      ...(ticked.has(uri) && !checked.has(uri) && { isUnchecked: true }),
    };
    return Object.keys(kept).length > 1 ? [kept] : [];
  });
}

/** An answer comes back for the same file where the same question about the same page is open again. */
export function withKeptAnswers(plan: Plan, kept: readonly KeptAnswer[]): Settled {
  const byUri = new Map(kept.map((each) => [each.uri, each]));
  const unplaced = plan.rows.filter(({ section }) => section === 'unplaced');
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
    const { question } = byUri.get(row.file.uri) ?? {};
    return question !== undefined && question === questionText(row);
  });
  for (const [does, rows] of Map.groupBy(answeredAgain, ({ file }) => byUri.get(file.uri)?.does)) {
    next = does === undefined ? next : next.choose(rows, does);
  }
  const checked = [...next.ticked, ...answeredAgain.map(({ file }) => file.uri)];
  return { plan: next, checked: new Set(checked.filter((uri) => byUri.get(uri)?.isUnchecked !== true)) };
}

/** Reads what was stored, maybe by another version. */
export function readKeptAnswers(stored: unknown): readonly KeptAnswer[] {
  return (Array.isArray(stored) ? stored : []).flatMap((each: unknown): readonly KeptAnswer[] => {
    const { uri, place, question, does, isUnchecked } = membersOf<Record<keyof KeptAnswer, unknown>>(each);
    if (typeof uri !== 'string') {
      return [];
    }
    const known = placeIn(place);
    const answer = safeChoices.find((each) => each === does);
    return [
      {
        uri,
        ...(known.parent !== undefined && { place: known }),
        ...(typeof question === 'string' && answer !== undefined && { question, does: answer }),
        ...(isUnchecked === true && { isUnchecked }),
      },
    ];
  });
}

function placeIn(value: unknown): NonNullable<KeptAnswer['place']> {
  const members = membersOf<Chosen>(value);
  return Object.fromEntries(
    placeKeys.map((key) => [key, members[key]]).filter(([, each]) => typeof each === 'string'),
  ) as NonNullable<KeptAnswer['place']>;
}

const placeKeys = ['endpoint', 'space', 'parent'] as const;
const safeChoices: readonly Choice['does'][] = ['keep', 'move', 'stop'];

function questionText({ file, question }: Row): string | undefined {
  return question && JSON.stringify([question, file.title]);
}
