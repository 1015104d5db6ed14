import type { State, StateKind } from '../../../src/core/publish/states.js';

const asking = { key: 'here', shown: [] };
const choices = ['stop', 'replace'] as const;
const change = { kind: 'deleted' } as const;
const reason = 'Why.';

/** One state of each kind. */
export const examples: { readonly [K in StateKind]: Extract<State, { readonly kind: K }> } = {
  retitled: { kind: 'retitled', choices, asking, scope: undefined, canLookUp: false },
  moved: { kind: 'moved', choices: ['stop', 'move'], asking, scope: undefined, canLookUp: false },
  replaces: { kind: 'replaces', choices, asking, scope: undefined, canLookUp: false },
  others: { kind: 'others', choices, asking, scope: undefined, canLookUp: false },
  changedInWiki: { kind: 'changedInWiki', change, asking },
  stopped: { kind: 'stopped', reason },
  unplaced: { kind: 'unplaced', missing: 'target' },
  noPlatformToken: { kind: 'noPlatformToken', reason, tokenFor: 'https://acme.example' },
  failed: { kind: 'failed' },
  'not sent': { kind: 'not sent' },
  unknown: { kind: 'unknown' },
  blocked: { kind: 'blocked', reason },
  ready: { kind: 'ready' },
  waiting: { kind: 'waiting' },
  sending: { kind: 'sending' },
  new: { kind: 'new' },
  changed: { kind: 'changed' },
  unchanged: { kind: 'unchanged' },
  draft: { kind: 'draft', reason },
  leftOut: { kind: 'leftOut', reason },
  published: { kind: 'published' },
  earlier: { kind: 'earlier' },
  gone: { kind: 'gone' },
  other: { kind: 'other' },
};
