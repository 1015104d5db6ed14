import type { Place } from '../records/pageRecord';

const parts = ['endpoint', 'space', 'parent', 'title'] as const;

export function differingParts(one: Place, other: Place): readonly (typeof parts)[number][] {
  return parts.filter((part) => one[part] !== other[part]);
}
