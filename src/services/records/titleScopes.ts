import * as v from 'valibot';
import type { PageRecord } from '../../core/records/pageRecord';
import { flag, readAs } from '../../core/text/json';
import { titleScopeAfterSend, type SendOfTitle } from '../../core/records/titleScope';
import type { Outcome } from '../../core/wiki/outcome';
import type { TitleScope } from '../../core/wiki/target';
import { shortHash } from '../shared/shortHash';

/**
 * Where titles are unique at one connection. `wasSeen`: a lookup showed it, which counts more than the answer to a send.
 * That they are unique in a space, only a lookup can show.
 */
export interface TitleFact {
  readonly endpoint: string;
  readonly scope: TitleScope;
  readonly wasSeen: boolean;
}

/** Stores what is known of titles under an ID; undefined removes it. */
export type KeepTitles = (
  id: string,
  change: (known: TitleFact | undefined) => TitleFact | undefined,
) => Promise<unknown>;

/** Where titles are unique in each wiki, for all windows of a computer. */
export class TitleScopes {
  readonly #facts = new Map<string, TitleFact>();

  constructor(private readonly keep: KeepTitles) {}

  readonly of = (endpoint: string): TitleScope | undefined => this.#facts.get(titlesId(endpoint))?.scope;

  /** Takes what was read or written. */
  set(id: string, fact: TitleFact | undefined): void {
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
  async settled(titled: readonly PageRecord[], sent: SendOfTitle, outcome: Outcome): Promise<void> {
    const { endpoint } = sent.place;
    await this.record(endpoint, titleScopeAfterSend(this.of(endpoint), titled, sent, outcome), 'answer');
  }

  /** Records the scope; undefined if it is no longer known. */
  async record(endpoint: string, scope: TitleScope | undefined, by: 'lookup' | 'answer'): Promise<void> {
    const id = titlesId(endpoint);
    const wasSeen = by === 'lookup';
    const isNews = (known: TitleFact | undefined): boolean =>
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
    wasSeen: flag,
  }),
  v.check(({ scope, wasSeen }) => scope === 'parent' || wasSeen),
);

export function readTitleFact(value: unknown): TitleFact | undefined {
  return readAs(titleFactSchema, value);
}
