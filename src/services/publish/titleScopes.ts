import * as v from 'valibot';
import type { PageRecord } from '../../core/publish/pageRecord';
import { flag } from '../../core/text/json';
import { scopeProved, type EndedSend } from '../../core/publish/titleScope';
import type { Outcome } from '../../core/wiki/outcome';
import type { TitleScope } from '../../core/wiki/target';
import type { Disk } from '../export/system/disk';
import { shortHash } from '../shared/shortHash';
import { VersionedFolder } from './versionedFolder';

/**
 * Where titles are unique at one connection. `wasSeen`: a lookup showed it, which counts more than the answer to a send.
 * That they are unique in a space, only a lookup can show.
 */
interface TitleFact {
  readonly endpoint: string;
  readonly scope: TitleScope;
  readonly wasSeen: boolean;
  readonly learnedAt: number;
}

/** Remembers where titles are unique in each wiki, for all windows of a computer. */
export class TitleScopes {
  readonly #facts: VersionedFolder<TitleFact>;

  constructor(
    folder: string,
    private readonly now: () => number,
    disk?: Disk,
  ) {
    this.#facts = new VersionedFolder({
      disk,
      folder,
      schema: titleFactSchema,
      merge: ([first, ...others]) => others.reduce(laterFact, first),
    });
  }

  readonly of = (endpoint: string): TitleScope | undefined => this.#facts.get(shortHash(endpoint))?.scope;

  read(): Promise<void> {
    return this.#facts.read();
  }

  /** `titled`: the records of the title in the space, including this send. */
  async settled(titled: readonly PageRecord[], sent: EndedSend, outcome: Outcome): Promise<void> {
    const { endpoint } = sent.place;
    await this.record(endpoint, scopeProved(this.of(endpoint), titled, sent, outcome), 'answer');
  }

  /** Records the scope; undefined if it is no longer known. */
  async record(endpoint: string, scope: TitleScope | undefined, by: 'lookup' | 'answer'): Promise<void> {
    const wasSeen = by === 'lookup';
    const known = this.#facts.get(shortHash(endpoint));
    const isNews = known?.scope !== scope || known?.wasSeen !== wasSeen;
    if (isNews && (wasSeen || known?.wasSeen !== true)) {
      const fact = scope && { endpoint, scope, wasSeen, learnedAt: this.now() };
      await this.#facts.put(shortHash(endpoint), () => fact);
    }
  }

  /** Moves what is known to the new address of a connection. */
  async takeOver(oldEndpoint: string, newEndpoint: string): Promise<void> {
    const known = this.#facts.get(shortHash(oldEndpoint));
    if (known !== undefined) {
      await this.#facts.put(shortHash(newEndpoint), (there) => there ?? { ...known, endpoint: newEndpoint });
      await this.#facts.put(shortHash(oldEndpoint), () => undefined);
    }
  }
}

function laterFact(one: TitleFact, other: TitleFact): TitleFact {
  return one.wasSeen === other.wasSeen
    ? other.learnedAt > one.learnedAt
      ? other
      : one
    : one.wasSeen
      ? one
      : other;
}

const titleFactSchema = v.pipe(
  v.object({
    endpoint: v.string(),
    scope: v.picklist(['parent', 'space']),
    wasSeen: flag,
    learnedAt: v.number(),
  }),
  v.check(({ scope, wasSeen }) => scope === 'parent' || wasSeen),
);
