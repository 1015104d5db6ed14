import path from 'node:path';
import { isClone, isInOneFolder, pairOf, type FolderAnswer } from '../../core/publish/kinship';
import { fileKey, sameFile, type FileIdentity, type PageRecord } from '../../core/publish/pageRecord';
import type { RecordIndex } from '../../core/publish/recordIndex';
import {
  keptAnswerSchema,
  sightingSchema,
  keptAnswer,
  type KeptFolderAnswer,
  type Sighting,
} from '../../core/publish/sighting';
import type { Disk } from '../export/system/disk';
import { isThere } from './goneFiles';
import { shortHash } from '../shared/shortHash';
import { latestBy, VersionedFolder } from './versionedFolder';

export interface RecognizedFilesOptions {
  readonly folder: string;
  readonly disk?: Disk | undefined;
  readonly index: RecordIndex;
  readonly now: () => number;
  /** Waits for a write, and reports it if it fails. */
  readonly keep: (writing: Promise<void>) => Promise<unknown>;
}

/** Finds the pages that a file is known to by its text, because it is a clone or was moved. */
export class RecognizedFiles {
  readonly #sightings: VersionedFolder<Sighting>;
  readonly #folderAnswers: VersionedFolder<KeptFolderAnswer>;

  constructor(private readonly options: RecognizedFilesOptions) {
    const { folder, disk } = options;
    this.#sightings = new VersionedFolder<Sighting>({
      disk,
      folder: path.join(folder, 'sightings'),
      schema: sightingSchema,
      merge: latestBy(({ seenAt }) => seenAt),
    });
    this.#folderAnswers = new VersionedFolder({
      disk,
      folder: path.join(folder, 'folders'),
      schema: keptAnswerSchema,
      merge: latestBy(({ answeredAt }) => answeredAt),
    });
  }

  async read(): Promise<void> {
    await Promise.all([this.#sightings.read(), this.#folderAnswers.read()]);
    this.#takeChanges();
  }

  /** Returns these pages, and remembers the texts, so that the file is known once it changes. The file does not own the pages by that. */
  async of(file: FileIdentity, fingerprints: readonly string[]): Promise<readonly PageRecord[]> {
    const { index } = this.options;
    const seen = index.seen(file);
    const alike = index.alike([...fingerprints, ...seen]);
    const recognized = await this.#withItsText(file, alike);
    const hashes = new Set([...seen, ...recognized.flatMap(({ published }) => published?.hash ?? [])]);
    if (hashes.size > seen.length) {
      await this.#put(file, { file, hashes: [...hashes], seenAt: this.options.now() });
    }
    return recognized.flatMap((record) => this.#asAnswered(file, record));
  }

  /** Removes what was remembered of a file, since it has a page of its own now. */
  async published(file: FileIdentity, answer: FolderAnswer | undefined): Promise<void> {
    if (this.options.index.seen(file).length > 0) {
      await this.#put(file, undefined);
    }
    if (answer !== undefined) {
      const kept = keptAnswer(file, answer, this.options.now());
      await this.options.keep(this.#folderAnswers.put(shortHash(kept.pair), () => kept));
    }
  }

  async handOver(
    isMoved: (file: FileIdentity) => boolean,
    change: (file: FileIdentity) => Promise<FileIdentity | undefined>,
  ): Promise<void> {
    for (const sighting of this.options.index.sightings.filter(({ file }) => isMoved(file))) {
      const file = await change(sighting.file);
      await this.#put(sighting.file, undefined);
      await (file && this.#put(file, { ...sighting, file }));
    }
  }

  async #withItsText(file: FileIdentity, alike: readonly PageRecord[]): Promise<readonly PageRecord[]> {
    const clones = alike.filter(({ files }) => files.some((other) => isClone(file, other)));
    if (clones.length > 0) {
      return clones;
    }
    const here = await movedFrom(
      alike.filter(({ files }) => files.some((other) => isInOneFolder(file, other))),
    );
    return here.length > 0 ? here : movedFrom(alike);
  }

  #asAnswered(file: FileIdentity, record: PageRecord): readonly PageRecord[] {
    const kept = record.files
      .map((other) => this.#folderAnswers.get(shortHash(pairOf(file, other))))
      .find(Boolean);
    if (
      kept === undefined ||
      record.files.some((other) => isInOneFolder(file, other) || sameFile(file, other))
    ) {
      return [record];
    }
    return kept.isOne ? [{ ...record, files: [file, ...record.files] }] : [];
  }

  async #put(file: FileIdentity, sighting: Sighting | undefined): Promise<void> {
    await this.options.keep(this.#sightings.put(shortHash(fileKey(file)), () => sighting));
    this.#takeChanges();
  }

  #takeChanges(): void {
    for (const id of this.#sightings.takeChanges()) {
      this.options.index.setSighting(id, this.#sightings.get(id));
    }
  }
}

/** Returns the records whose files no longer exist, if these are of one file only; with several it is not known which one moved. */
async function movedFrom(records: readonly PageRecord[]): Promise<readonly PageRecord[]> {
  const gone: PageRecord[] = [];
  for (const record of records) {
    const there = await Promise.all(record.files.map(isThere));
    if (!there.includes(true)) {
      gone.push(record);
    }
  }
  const [first] = gone;
  const isOne = gone.every(({ files }) =>
    first?.files.some((file) => files.some((each) => sameFile(file, each))),
  );
  return isOne ? gone : [];
}
