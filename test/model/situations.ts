/** Where nobody is: what may be there when a job publishes one file. */
export interface Situation {
  /** What the wiki does: a title is taken once under a parent, or in a space. */
  readonly scope: 'parent' | 'space';
  readonly token: 'none' | 'good' | 429 | 500 | 403;
  readonly bounds: 'spaces' | 'spaces and parents' | 'nothing';
  readonly state: 'none' | 'kept' | 'forged' | 'unanswered';
  readonly wiki:
    | 'nothing'
    | 'page of others here'
    | 'page of others under another allowed page'
    | 'page of others under a page that is not allowed'
    | 'own page edited'
    | 'own page moved within'
    | 'own page moved outside'
    | 'own page deleted'
    | 'own page deleted and made anew by others'
    | 'own page renamed';
  readonly declared: 'nothing' | 'front matter' | 'settings' | 'take over' | 'take over the file';
  /** Whether the file or the settings name the place, and whether its parent is in the space that is allowed. */
  readonly named: 'in the file' | 'in the settings' | 'in the file, under a page of another space';
}

const all = {
  scope: ['parent', 'space'],
  token: ['none', 'good', 429, 500, 403],
  bounds: ['spaces', 'spaces and parents', 'nothing'],
  state: ['none', 'kept', 'forged', 'unanswered'],
  wiki: [
    'nothing',
    'page of others here',
    'page of others under another allowed page',
    'page of others under a page that is not allowed',
    'own page edited',
    'own page moved within',
    'own page moved outside',
    'own page deleted',
    'own page deleted and made anew by others',
    'own page renamed',
  ],
  declared: ['nothing', 'front matter', 'settings', 'take over', 'take over the file'],
  named: ['in the file', 'in the settings', 'in the file, under a page of another space'],
} as const satisfies { readonly [Part in keyof Situation]: readonly Situation[Part][] };

/** All that can be. */
export function situations(): readonly Situation[] {
  const parts = Object.entries(all);
  const products = parts.reduce<readonly Readonly<Record<string, unknown>>[]>(
    (before, [part, values]) => before.flatMap((each) => values.map((value) => ({ ...each, [part]: value }))),
    [{}],
  ) as unknown as readonly Situation[];
  return products.filter(isPossible);
}

function isPossible({ state, wiki, named, bounds, declared, token }: Situation): boolean {
  // Without a platform token, a state that says that a page is the file’s own is believed within its place
  if (state === 'forged' && token === 'none' && named === 'in the file, under a page of another space') {
    return false;
  }
  const isOwn = wiki.startsWith('own');
  if (isOwn !== (state === 'kept') && !(state === 'kept' && wiki === 'nothing')) {
    return false;
  }
  if (state === 'unanswered' && (wiki === 'nothing' || bounds === 'nothing')) {
    return false;
  }
  if (named === 'in the file, under a page of another space') {
    return (
      ['page of others here', 'nothing'].includes(wiki) && bounds !== 'nothing' && state !== 'unanswered'
    );
  }
  if (bounds === 'nothing') {
    return named === 'in the file' && (declared === 'settings' || declared === 'take over');
  }
  return !(named === 'in the settings' && token !== 'none');
}
