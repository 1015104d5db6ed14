import path from 'node:path';
import { readIfThere } from '../platform/disk';
import { type Ended, readEnded } from './ended';
import { openPair, type Pair, readHeader } from './journal';
import { endedFile, journalFile, list, type Listing, newestClaimed } from './sessionFolder';
import type { SessionMemory } from './sessionMemory';
import type { SessionParts } from '../sessionParts';
import { type Keys, type Mirror, SecretsUnavailable } from './sessionSecrets';

/** Everything that this window can find out about the session without asking anybody. */
export type Look =
  | { readonly kind: 'never' }
  | { readonly kind: 'ended'; readonly chain: string; readonly ended: Ended }
  /** Another window holds what this one lacks. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'keyLost'; readonly chain: string | undefined }
  | { readonly kind: 'unavailable'; readonly trouble: 'secrets' | 'storage' }
  | Known;

export interface Known {
  readonly kind: 'known';
  readonly chain: string;
  readonly keys: Keys;
  readonly pair: Pair;
  readonly listing: Listing;
}

/** More than a secret needs from one window to another on a busy desktop. */
export const arrivalMs = 10_000;

export class SessionLook {
  constructor(
    private readonly parts: SessionParts,
    private readonly memory: SessionMemory,
  ) {}

  async look(): Promise<Look> {
    try {
      const listing = await list(this.parts.disk, this.parts.folder);
      return await this.#lookAt(listing.chain, listing);
    } catch (error) {
      return { kind: 'unavailable', trouble: error instanceof SecretsUnavailable ? 'secrets' : 'storage' };
    }
  }

  /** The mirror is ahead only when a journal could not be written; unread, it is taken for older. */
  async newest({ chain, pair }: Known): Promise<Pair> {
    const mirror = await this.parts.secrets.mirror().catch(() => undefined);
    return mirror?.chain === chain && mirror.generation > pair.generation ? fromMirror(mirror) : pair;
  }

  /** False once anybody ended, replaced or moved the chain, or claimed the same token after us. */
  async isNewest({ chain, keys, pair }: Known, generation: number, level = Infinity): Promise<boolean> {
    const listing = await list(this.parts.disk, this.parts.folder);
    const overtaken = listing.claims.some(
      (it) => it.chain === chain && it.generation === generation && it.level > level,
    );
    if (overtaken || (listing.chain ?? chain) !== chain || (await this.endedOf(chain))) {
      return false;
    }
    const text = await this.#read(journalFile(chain));
    const found = text === undefined ? undefined : openPair(text, chain, keys.dataKey);
    return found === undefined || found.generation <= pair.generation;
  }

  async isCurrent(chain: string): Promise<boolean> {
    const listing = await list(this.parts.disk, this.parts.folder);
    return listing.chain === chain && (await this.endedOf(chain)) === undefined;
  }

  async endedOf(chain: string): Promise<Ended | undefined> {
    const text = await this.#read(endedFile(chain));
    return text === undefined ? this.memory.ended.get(chain) : readEnded(text);
  }

  /** This window's keys, if the chain's journal is sealed with them. */
  async keysOf(chain: string | undefined): Promise<Keys | undefined> {
    const keys = await this.parts.secrets.keys();
    const text = chain === undefined ? undefined : await this.#read(journalFile(chain));
    return text !== undefined && readHeader(text)?.keyId === keys?.dataKey.id ? keys : undefined;
  }

  async #lookAt(chain: string | undefined, listing: Listing): Promise<Look> {
    if (chain === undefined) {
      return this.#lookAtMirror(undefined, listing);
    }
    const ended = await this.endedOf(chain);
    if (ended) {
      return { kind: 'ended', chain, ended };
    }
    const text = await this.#read(journalFile(chain));
    const header = text === undefined ? undefined : readHeader(text);
    const keys = await this.#keysFor(header?.keyId);
    if (header && !keys) {
      return this.#lacking(chain, header.keyMadeAt);
    }
    const journaled = text !== undefined && keys ? openPair(text, chain, keys.dataKey) : undefined;
    const pair = this.#unwritten(chain, journaled) ?? journaled;
    if (keys && pair) {
      return { kind: 'known', chain, keys, pair, listing };
    }
    return this.#lookAtMirror(chain, listing);
  }

  /** The journal is lost. A mirror older than a claimed token has been replaced, and is never presented. */
  async #lookAtMirror(chain: string | undefined, listing: Listing): Promise<Look> {
    const keys = await this.#keysFor(undefined);
    const mirror = await this.parts.secrets.mirror();
    if (chain === undefined && (!keys || !mirror)) {
      return { kind: 'never' };
    }
    const claimed = chain === undefined ? -1 : newestClaimed(listing, chain);
    if (keys && mirror && mirror.generation >= claimed && (chain ?? mirror.chain) === mirror.chain) {
      return { kind: 'known', chain: mirror.chain, keys, pair: fromMirror(mirror), listing };
    }
    const newest = listing.claims.findLast((it) => it.chain === chain && it.generation === claimed);
    if (!newest) {
      return this.#lacking(chain, 0);
    }
    return this.#lacking(chain, (await this.parts.disk.stat(this.#path(newest.file))).mtimeMs);
  }

  /** A window opened after a secret was made would have loaded it: then it is lost, and no reload helps. */
  #lacking(chain: string | undefined, madeAt: number): Look {
    return this.parts.windowOpenedAt < madeAt + arrivalMs ? { kind: 'reload' } : { kind: 'keyLost', chain };
  }

  async #keysFor(keyId: string | undefined): Promise<Keys | undefined> {
    if (!this.memory.keys || (keyId !== undefined && this.memory.keys.dataKey.id !== keyId)) {
      this.memory.keys = (await this.parts.secrets.keys()) ?? this.memory.keys;
    }
    const { keys } = this.memory;
    return keyId === undefined || keys?.dataKey.id === keyId ? keys : undefined;
  }

  #unwritten(chain: string, journaled: Pair | undefined): Pair | undefined {
    const { unwritten } = this.memory;
    if (unwritten?.chain !== chain) {
      return undefined;
    }
    return journaled && journaled.generation >= unwritten.pair.generation ? undefined : unwritten.pair;
  }

  #read(file: string): Promise<string | undefined> {
    return readIfThere(this.parts.disk, this.#path(file));
  }

  #path(file: string): string {
    return path.join(this.parts.folder, file);
  }
}

function fromMirror({ generation, refreshToken, refreshedAt }: Mirror): Pair {
  return { generation, refreshToken, accessToken: undefined, refreshedAt, clockOffsetMs: 0 };
}
