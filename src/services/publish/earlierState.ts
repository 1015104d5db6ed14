import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Memento } from 'vscode';
import { membersOf, type Attempt, type FileIdentity } from '../../core/publish/pageRecord';
import type { PageSend, StoredPage } from '../../core/publish/storedPage';
import { readTarget, samePage, type Target } from '../../core/wiki/target';

export interface EarlierPage {
  readonly page: StoredPage;
  readonly text?: string | undefined;
}

/** What versions before this one remembered of files, in a workspace's state and in a folder of its storage. */
export class EarlierState {
  constructor(
    private readonly state: Memento,
    private readonly folder: string,
  ) {}

  get isThere(): boolean {
    return this.#keys().length > 0;
  }

  async read(
    identify: (uri: string) => Promise<FileIdentity>,
  ): Promise<{ readonly pages: readonly EarlierPage[]; readonly attempts: readonly Attempt[] }> {
    const pages: EarlierPage[] = [];
    const attempts: Attempt[] = [];
    for (const uri of new Set(this.#keys().map((key) => key.slice(key.indexOf(':') + 1)))) {
      const file = await identify(uri);
      const last = readLast(this.state.get(publishedKey + uri));
      const remembered = readRemembered(this.state.get(fileKey + uri));
      const isSame = last !== undefined && remembered !== undefined && isSamePage(last, remembered);
      if (last !== undefined) {
        const page = stored(file, last, isSame ? remembered : last, [taken(last.hash, last.publishedAt)]);
        const text = await readFile(path.join(this.folder, last.kept), 'utf8').catch(() => undefined);
        pages.push({ page: isSame && remembered.standing === 'unknown' ? doubted(page) : page, text });
      }
      if (remembered?.standing === 'unsent') {
        const { endpoint, target } = remembered;
        attempts.push({ file, endpoint, target: { ...target, overwrite: false }, failedAt: 0 });
      } else if (remembered !== undefined && !isSame) {
        const page = stored(file, remembered, remembered, []);
        // The text was not kept: it counts as changed
        const own = { ...page, sends: [taken('', 0)] };
        pages.push({ page: remembered.standing === 'unknown' ? doubted(page) : own });
      }
    }
    return { pages, attempts };
  }

  async remove(): Promise<void> {
    for (const key of this.#keys()) {
      await this.state.update(key, undefined);
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  #keys(): readonly string[] {
    return this.state.keys().filter((key) => key.startsWith(fileKey) || key.startsWith(publishedKey));
  }
}

const fileKey = 'file:';
const publishedKey = 'published:';

interface Choice {
  readonly endpoint: string;
  readonly target: Target;
  readonly suggestedTitle: string;
}

interface Remembered extends Choice {
  readonly standing: 'unsent' | 'unknown' | 'published';
}

interface LastPublished extends Choice {
  readonly hash: string;
  readonly publishedAt: number;
  readonly kept: string;
}

function readRemembered(value: unknown): Remembered | undefined {
  const { standing } = membersOf<Remembered>(value);
  const choice = readChoice(value);
  return (
    choice && {
      ...choice,
      standing: standing === 'published' || standing === 'unknown' ? standing : 'unsent',
    }
  );
}

function readLast(value: unknown): LastPublished | undefined {
  const { hash, publishedAt, kept } = membersOf<LastPublished>(value);
  const choice = readChoice(value);
  return choice !== undefined &&
    typeof hash === 'string' &&
    typeof publishedAt === 'number' &&
    typeof kept === 'string' &&
    /^[\w-]+$/.test(kept)
    ? { ...choice, hash, publishedAt, kept }
    : undefined;
}

function readChoice(value: unknown): Choice | undefined {
  const { endpoint, target, suggestedTitle } = membersOf<Choice>(value);
  const read = readTarget(target);
  return typeof endpoint === 'string' && read !== undefined
    ? {
        endpoint,
        target: read,
        suggestedTitle: typeof suggestedTitle === 'string' ? suggestedTitle : read.title,
      }
    : undefined;
}

function isSamePage(one: Choice, other: Choice): boolean {
  return one.endpoint === other.endpoint && samePage(one.target, other.target);
}

function stored(
  file: FileIdentity,
  { endpoint, target: { space, parent, title, overwrite } }: Choice,
  { suggestedTitle }: Choice,
  sends: readonly PageSend[],
): StoredPage {
  return {
    place: { endpoint, space, parent, title },
    files: [file],
    suggestedTitle,
    suggestedPlace: {},
    mayOverwrite: overwrite,
    changedAt: 0,
    sends,
  };
}

/** The same each time: a migration that broke off is made again. */
function taken(hash: string, at: number): PageSend {
  return { id: 'earlier', hash, sentAt: at, sender: '', ended: { as: 'taken', endedAt: at } };
}

function doubted(page: StoredPage): StoredPage {
  const at = (page.sends[0]?.sentAt ?? 0) + 1;
  const send = {
    id: 'earlier doubt',
    hash: '',
    sentAt: at,
    sender: '',
    ended: { as: 'unknown', endedAt: at } as const,
  };
  return { ...page, sends: [...page.sends, send] };
}
