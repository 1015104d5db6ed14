import type { PageRecord } from '../../core/publish/pageRecord';
import { membersOf } from '../../core/text/json';
import { scopeTold, type EndedSend } from '../../core/publish/titleScope';
import type { Outcome } from '../../core/wiki/outcome';
import type { TitleScope } from '../../core/wiki/target';
import type { Disk } from '../export/system/disk';
import { shortHash } from '../shared/shortHash';
import { VersionedFolder } from './versionedFolder';

/** What is known of titles at one connection. `wasSeen`: in the wiki itself, which outweighs what answers let guess. */
interface TitleFact {
  readonly endpoint: string;
  readonly scope: TitleScope;
  readonly wasSeen: boolean;
  readonly learnedAt: number;
}

/** Where each wiki takes a title once, as it was learned; the same for all windows of a computer. */
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
      read: readFact,
      merge: ([first, ...others]) => others.reduce(later, first),
      markDoubted: (fact) => fact,
    });
  }

  readonly of = (endpoint: string): TitleScope | undefined => this.#facts.get(shortHash(endpoint))?.scope;

  read(): Promise<void> {
    return this.#facts.read();
  }

  /** `titled`: the records of the title in the space, with what came of the send. */
  async settled(titled: readonly PageRecord[], sent: EndedSend, outcome: Outcome): Promise<void> {
    const { endpoint } = sent.place;
    await this.learn(endpoint, scopeTold(this.of(endpoint), titled, sent, outcome), 'answer');
  }

  /** Undefined: nothing is proved any more. */
  async learn(endpoint: string, scope: TitleScope | undefined, by: 'lookup' | 'answer'): Promise<void> {
    const wasSeen = by === 'lookup';
    const known = this.#facts.get(shortHash(endpoint));
    const isNews = known?.scope !== scope || known?.wasSeen !== wasSeen;
    if (isNews && (wasSeen || known?.wasSeen !== true)) {
      const fact = scope && { endpoint, scope, wasSeen, learnedAt: this.now() };
      await this.#facts.put(shortHash(endpoint), () => fact);
    }
  }

  /** A connection has another address now. */
  async takeOver(oldEndpoint: string, newEndpoint: string): Promise<void> {
    const known = this.#facts.get(shortHash(oldEndpoint));
    if (known !== undefined) {
      await this.#facts.put(shortHash(newEndpoint), (there) => there ?? { ...known, endpoint: newEndpoint });
      await this.#facts.put(shortHash(oldEndpoint), () => undefined);
    }
  }
}

function later(one: TitleFact, other: TitleFact): TitleFact {
  return one.wasSeen === other.wasSeen
    ? other.learnedAt > one.learnedAt
      ? other
      : one
    : one.wasSeen
      ? one
      : other;
}

function readFact(stored: unknown): TitleFact | undefined {
  const { endpoint, scope, wasSeen, learnedAt } = membersOf<TitleFact>(stored);
  return typeof endpoint === 'string' &&
    (scope === 'parent' || scope === 'space') &&
    typeof learnedAt === 'number'
    ? { endpoint, scope, wasSeen: wasSeen === true, learnedAt }
    : undefined;
}
