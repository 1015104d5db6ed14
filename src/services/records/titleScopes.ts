import * as v from 'valibot';
import type { PageRecord } from '../../core/records/pageRecord';
import { booleanOrFalse, readAs } from '../../core/text/json';
import { titleScopeAfterSend, type SendOfTitle } from '../../core/records/titleScope';
import type { Outcome } from '../../core/wiki/outcome';
import type { TitleScope } from '../../core/wiki/target';
import { shortHash } from '../shared/shortHash';

/**
 * Where titles are unique at one connection. `wasSeen`: a lookup showed it, which outweighs answers to sends.
 * Only a lookup can show that titles are unique in a space.
 */
export interface StoredTitleScope {
  readonly endpoint: string;
  readonly scope: TitleScope;
  readonly wasSeen: boolean;
}

/** Stores what is known of titles under an ID; undefined removes it. */
export type StoreTitleScope = (
  id: string,
  change: (known: StoredTitleScope | undefined) => StoredTitleScope | undefined,
) => Promise<unknown>;

/** Where titles are unique in each wiki, for all windows of a computer. */
export class TitleScopes {
  readonly #facts = new Map<string, StoredTitleScope>();

  constructor(private readonly keep: StoreTitleScope) {}

  readonly of = (endpoint: string): TitleScope | undefined => this.#facts.get(titlesId(endpoint))?.scope;

  /** Takes what was read or written. */
  set(id: string, fact: StoredTitleScope | undefined): void {
    if (fact === undefined) {
      this.#facts.delete(id);
    } else {
      this.#facts.set(id, fact);
    }
  }

  clear(): void {
    this.#facts.clear();
  }

  /** `titled`: the records of the title in the space, including this send. */
  async recordSend(titled: readonly PageRecord[], sent: SendOfTitle, outcome: Outcome): Promise<void> {
    const { endpoint } = sent.place;
    await this.record(endpoint, titleScopeAfterSend(this.of(endpoint), titled, sent, outcome), 'answer');
  }

  /** Records the scope; undefined if it is no longer known. */
  async record(endpoint: string, scope: TitleScope | undefined, by: 'lookup' | 'answer'): Promise<void> {
    const id = titlesId(endpoint);
    const wasSeen = by === 'lookup';
    const isNews = (known: StoredTitleScope | undefined): boolean =>
      (known?.scope !== scope || known?.wasSeen !== wasSeen) && (wasSeen || known?.wasSeen !== true);
    if (isNews(this.#facts.get(id))) {
      await this.keep(id, (known) => (isNews(known) ? scope && { endpoint, scope, wasSeen } : known));
    }
  }
}

export const titlesId = (endpoint: string): string => shortHash(endpoint);

const titleFactSchema = v.pipe(
  v.object({
    endpoint: v.string(),
    scope: v.picklist(['parent', 'space']),
    wasSeen: booleanOrFalse,
  }),
  v.check(({ scope, wasSeen }) => scope === 'parent' || wasSeen),
);

export function readTitleFact(value: unknown): StoredTitleScope | undefined {
  return readAs(titleFactSchema, value);
}
