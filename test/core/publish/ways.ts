import assert from 'node:assert/strict';
import { decide, targetToSend } from '../../../src/core/publish/decide.js';
import type { DecideInput, Decision } from '../../../src/core/publish/decision.js';
import type { Target } from '../../../src/core/wiki/target.js';
import { answering, endpoint } from './states.js';

/** A command asks, about one file or about all that are alike; a save asks nothing. Nothing else tells the ways apart. */
export const ways = ['asks', 'is silent'] as const;
type Way = (typeof ways)[number];

export interface Sent {
  readonly endpoint: string;
  readonly target: Target;
  readonly asked: boolean;
  /** The change in the wiki that the person said to publish over. */
  readonly accepted: string | undefined;
}

const decisions = new Map<DecideInput, Decision>();
const known = new Map<DecideInput, Partial<Record<Way, readonly Sent[]>>>();

export function forgetSends(): void {
  decisions.clear();
  known.clear();
}

/** What is decided for a state, which many rows are about. */
export function decided(input: DecideInput): Decision {
  const decision = decisions.get(input) ?? decide(input);
  decisions.set(input, decision);
  return decision;
}

/** What may be sent in a way: unasked, and after each answer. */
export function sends(input: DecideInput, way: Way): readonly Sent[] {
  const found = known.get(input) ?? {};
  known.set(input, found);
  return (found[way] ??= sendsOf(input, decided(input), way));
}

export function sendsAnew(input: DecideInput, way: Way): readonly Sent[] {
  return sendsOf(input, decide(input), way);
}

function sendsOf(input: DecideInput, decision: Decision, way: Way): readonly Sent[] {
  const { connection, questions } = decision;
  const target = targetToSend(decision);
  if (questions.length === 0) {
    return connection === undefined || target === undefined
      ? []
      : [
          {
            endpoint: connection.endpoint,
            target,
            asked: input.answers !== undefined,
            accepted: acceptedChange(input),
          },
        ];
  }
  return way === 'is silent'
    ? []
    : questions.flatMap((question) =>
        'choices' in question
          ? question.choices.flatMap((choice) => sendsAnew(answering(input, question, choice), way))
          : question.kind === 'changedInWiki'
            ? sendsAnew(answering(input, question, 'anyway'), way)
            : [],
      );
}

/** The change in the key. */
function acceptedChange({ answers }: DecideInput): string | undefined {
  const key = [...(answers?.agreed?.keys() ?? [])].find((each) => each.startsWith('["change"'));
  return key === undefined ? undefined : (JSON.parse(key) as string[])[1];
}

export function never(happened: boolean, row: unknown): void {
  assert.ok(!happened, happened ? JSON.stringify(row) : '');
}

export const fronts: readonly DecideInput['document']['frontMatter'][] = [
  {},
  { space: 'S', parent: '1' },
  { parent: '2' },
  { space: 'T' },
  { title: 'Two' },
  { overwrite: true },
  { space: 'S', parent: '1', overwrite: true },
  { space: 'S', parent: '1', overwrite: false },
  { connection: 'b' },
  { connection: 'typo' },
];
const above = { uri: 'file:///w/README.md', path: 'README.md' };
export const settings: readonly DecideInput['defaults'][] = [
  {},
  { space: 'S', parent: '1' },
  { space: 'S', parent: '1', overwrite: true },
  { space: 'S', parent: '3', overwrite: false },
  { space: 'S', parent: '3', parentFile: above },
  { space: 'S', folder: { endpoint, space: 'S', parent: '3' } },
  { overwrite: true, parentFile: { ...above, page: { endpoint, space: 'S' } } },
  { parentFile: { ...above, page: { endpoint, space: 'S', id: '5' } } },
];
