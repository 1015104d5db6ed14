import type { FailedAttempt } from '../../core/records/pageRecord';
import { isWithin, type FileIdentity } from '../../core/records/fileIdentity';

/** The destinations of files whose last publish failed. Prompts propose them, in this window only. */
export class FailedAttempts {
  readonly #attempts = new Map<string, FailedAttempt>();

  readonly of = ({ uri }: FileIdentity): FailedAttempt | undefined => this.#attempts.get(uri);

  ended({ uri }: FileIdentity, attempt: FailedAttempt | undefined): void {
    if (attempt === undefined) {
      this.#attempts.delete(uri);
    } else {
      this.#attempts.set(uri, attempt);
    }
  }

  clear(): void {
    this.#attempts.clear();
  }

  async changeFiles(
    within: string,
    change: (file: FileIdentity) => Promise<FileIdentity | undefined>,
  ): Promise<void> {
    for (const attempt of [...this.#attempts.values()].filter(({ file }) => isWithin(file.uri, within))) {
      const file = await change(attempt.file);
      this.ended(attempt.file, undefined);
      if (file !== undefined) {
        this.ended(file, { ...attempt, file });
      }
    }
  }

  moveEndpoint(oldEndpoint: string, newEndpoint: string): void {
    for (const attempt of [...this.#attempts.values()].filter(({ endpoint }) => endpoint === oldEndpoint)) {
      this.ended(attempt.file, { ...attempt, endpoint: newEndpoint });
    }
  }
}
