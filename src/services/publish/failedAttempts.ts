import path from 'node:path';
import { failedAttemptSchema, fileKey } from '../../core/publish/pageRecord';
import type { FailedAttempt, FileIdentity } from '../../core/publish/pageRecord';
import type { RecordIndex } from '../../core/publish/recordIndex';
import { shortHash } from '../shared/shortHash';
import type { RecognizedFilesOptions } from './recognizedFiles';
import { latestBy, VersionedFolder } from './versionedFolder';

/** Remembers where a file was to go when its last publish failed, for all windows of a computer. */
export class FailedAttempts {
  readonly #attempts: VersionedFolder<FailedAttempt>;
  readonly #index: RecordIndex;
  readonly #keep: RecognizedFilesOptions['keep'];

  constructor({ folder, disk, index, keep }: Omit<RecognizedFilesOptions, 'now'>) {
    this.#attempts = new VersionedFolder({
      disk,
      folder: path.join(folder, 'attempts'),
      schema: failedAttemptSchema,
      merge: latestBy(({ failedAt }) => failedAt),
    });
    this.#index = index;
    this.#keep = keep;
  }

  read(): Promise<void> {
    return this.#attempts.read();
  }

  /** Puts what was read or written into the index. */
  takeChanges(): void {
    for (const id of this.#attempts.takeChanges()) {
      this.#index.setAttempt(id, this.#attempts.get(id));
    }
  }

  /** Records the attempt; undefined if the file’s last publish did not fail. */
  async ended(file: FileIdentity, attempt: FailedAttempt | undefined): Promise<void> {
    const key = keyOf(file);
    if (attempt !== undefined || this.#attempts.get(key) !== undefined) {
      await this.#keep(this.#attempts.put(key, () => attempt));
    }
  }

  async handOver(
    isMoved: (file: FileIdentity) => boolean,
    change: (file: FileIdentity) => Promise<FileIdentity | undefined>,
  ): Promise<void> {
    for (const attempt of this.#index.attempts.filter(({ file }) => isMoved(file))) {
      const file = await change(attempt.file);
      await this.ended(attempt.file, undefined);
      await (file && this.ended(file, { ...attempt, file }));
    }
  }

  /** Moves the attempts of a connection to its new address. */
  async takeOver(oldEndpoint: string, newEndpoint: string): Promise<void> {
    for (const attempt of this.#index.attempts.filter(({ endpoint }) => endpoint === oldEndpoint)) {
      await this.ended(attempt.file, { ...attempt, endpoint: newEndpoint });
    }
  }
}

const keyOf = (file: FileIdentity): string => shortHash(fileKey(file));
