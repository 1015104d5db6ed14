import { agree, type Choice } from '../../../src/core/publish/answers.js';
import type { DecideInput } from '../../../src/core/publish/decision.js';
import type { ChangeState, ChoiceState } from '../../../src/core/publish/states.js';
import type { TitleScope } from '../../../src/core/wiki/target.js';
import {
  placeKey,
  isSamePlace,
  type PageRecord,
  type Place,
  type PlannedPlace,
} from '../../../src/core/records/pageRecord.js';

export const endpoint = 'https://a.example/';
export const elsewhere = 'https://b.example/';
export const connections = [{ name: 'a', endpoint }];
export const two = [...connections, { name: 'b', endpoint: elsewhere }];
export const file = { uri: 'file:///w/one.md', workspacePath: 'one.md' };
export const other = { uri: 'file:///w/other.md', workspacePath: 'other.md' };
export const place: Place = { endpoint, space: 'S', parent: '1', title: 'One' };
export const published = { hash: 'text under One', publishedAt: 1 };
export const pending = { hash: 'text', sentAt: 2 };

export function record(at: Partial<Place> = {}, change: Partial<PageRecord> = {}): PageRecord {
  const there = { ...place, ...at };
  return {
    id: placeKey(there),
    place: there,
    file,
    suggestedTitle: there.title,
    mayOverwrite: false,
    published,
    ...change,
  };
}

export interface State extends Partial<Omit<DecideInput, 'document' | 'recordAt' | 'titled' | 'titleScope'>> {
  readonly frontMatter?: DecideInput['document']['frontMatter'];
  readonly title?: string;
  readonly text?: string;
  readonly others?: readonly PageRecord[];
  readonly scope?: TitleScope | undefined;
}

export function inputOf({
  frontMatter = {},
  title,
  text = 'text',
  others = [],
  scope,
  ...rest
}: State): DecideInput {
  const own = rest.ownRecords ?? [];
  // A page is its maker's before it is one that the file may have replaced
  const at = (asked: PlannedPlace): PageRecord | undefined =>
    [...own.filter((each) => each.published), ...others, ...own].find((each) =>
      isSamePlace(each.place, asked),
    );
  return {
    document: {
      frontMatter,
      title: title ?? frontMatter.title ?? 'One',
      hashUnder: (shown) => `${text} under ${shown}`,
    },
    file,
    defaults: {},
    connections,
    recordAt: at,
    recordsOfTitleInSpace: (asked) =>
      [...new Set([...own, ...others].flatMap((each) => at(each.place) ?? []))].filter((each) =>
        isSamePlace({ ...each.place, parent: '' }, { ...asked, parent: '' }),
      ),
    titleScope: () => scope,
    // Of these spaces the keys are ids
    spaceOf: (_endpoint, key) => ({ kind: 'found', value: { id: key, key } }),
    ...rest,
    ownRecords: own,
  };
}

/** The same, once a question of it was answered. */
export function answering(
  input: DecideInput,
  { asking }: Pick<ChoiceState | ChangeState, 'asking'>,
  choice: Choice,
): DecideInput {
  return { ...input, answers: agree(input.answers ?? {}, asking, choice) };
}
