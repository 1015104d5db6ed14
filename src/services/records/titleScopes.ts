import * as v from 'valibot';
import type { PageRecord } from '../../core/records/pageRecord';
import { booleanOrFalseSchema, readAs } from '../../core/text/json';
import { titleScopeAfterSend, type SendOfTitle } from '../../core/records/titleScope';
import type { Outcome } from '../../core/wiki/outcome';
import type { TitleScope } from '../../core/wiki/target';
import { shortHash } from '../shared/shortHash';

/**
 * `wasSeen`: a lookup showed the scope, which outweighs answers to sends. Only a lookup can show that titles are
 * unique in a space.
 */
export interface StoredTitleScope {
  readonly endpoint: string;
  readonly scope: TitleScope;
  readonly wasSeen: boolean;
}

/** `change` gets what is stored under the ID, and returns what to store instead; undefined removes it. */
export type TitleScopeWriter = (
  id: string,
  change: (known: StoredTitleScope | undefined) => StoredTitleScope | undefined,
) => Promise<unknown>;

/** Whether titles are unique under each parent or in a whole space, by endpoint, as sends and lookups have shown. */
export class TitleScopes {
  readonly #facts = new Map<string, StoredTitleScope>();

  constructor(private readonly keep: TitleScopeWriter) {}

  readonly of = (endpoint: string): TitleScope | undefined =>
    this.#facts.get(titleScopeRowId(endpoint))?.scope;

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

  /** `titled`: all records with the title in the space, including that of this send. */
  async recordSend(titled: readonly PageRecord[], sent: SendOfTitle, outcome: Outcome): Promise<void> {
    const { endpoint } = sent.place;
    await this.record(endpoint, titleScopeAfterSend(this.of(endpoint), titled, sent, outcome), 'answer');
  }

  /** `scope`: undefined if what was known is in doubt. An answer to a send never replaces what a lookup has shown. */
  async record(endpoint: string, scope: TitleScope | undefined, by: 'lookup' | 'answer'): Promise<void> {
    const id = titleScopeRowId(endpoint);
    const wasSeen = by === 'lookup';
    const isNews = (known: StoredTitleScope | undefined): boolean =>
      known === undefined
        ? scope !== undefined
        : (known.scope !== scope || known.wasSeen !== wasSeen) && (wasSeen || !known.wasSeen);
    if (isNews(this.#facts.get(id))) {
      await this.keep(id, (known) => (isNews(known) ? scope && { endpoint, scope, wasSeen } : known));
    }
  }
}

export const titleScopeRowId = (endpoint: string): string => shortHash(endpoint);

const titleFactSchema = v.pipe(
  v.object({
    endpoint: v.string(),
    scope: v.picklist(['parent', 'space']),
    wasSeen: booleanOrFalseSchema,
  }),
  v.check(({ scope, wasSeen }) => scope === 'parent' || wasSeen),
);

export function readStoredTitleScope(value: unknown): StoredTitleScope | undefined {
  return readAs(titleFactSchema, value);
}
