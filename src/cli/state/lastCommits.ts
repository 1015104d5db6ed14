import { isObject, membersOf, parseObject } from '../../core/text/json';
import { readIfThere, realDisk } from '../../services/disk/disk';
import { shortHash } from '../../services/shared/shortHash';
import { isCommitId } from '../git/git';
import { writeWhole } from '../../services/disk/writeWhole';

interface CommitScope {
  readonly remote: string;
  readonly root: string;
  readonly endpoint: string;
  /** Undefined if neither CI nor Git names one, as at a detached HEAD. */
  readonly branch: string | undefined;
}

/**
 * Reads and stores the last published commit of each branch; the file has those of several repositories and endpoints.
 */
export class LastCommits {
  readonly #key: string;
  #lasts: Promise<readonly string[]> | undefined;

  constructor(
    private readonly file: string,
    private readonly place: CommitScope,
  ) {
    this.#key = shortHash(JSON.stringify([place.remote, place.root, place.endpoint]));
  }

  /** Returns one commit or none; without a known branch, those of all branches. `store` does not change the answer. */
  ofBranch(): Promise<readonly string[]> {
    const { branch } = this.place;
    this.#lasts ??=
      branch === undefined
        ? this.ofAllBranches()
        : this.#read().then(({ [branch]: commit }) => [commit].filter(isCommitId));
    return this.#lasts;
  }

  async ofAllBranches(): Promise<readonly string[]> {
    return Object.values(await this.#read()).filter(isCommitId);
  }

  async store(commit: string): Promise<void> {
    await this.ofBranch();
    const all = parseObject((await readIfThere(realDisk, this.file)) ?? '') ?? {};
    const commits = { ...(await this.#read()), [this.place.branch ?? '']: commit };
    await writeWhole(realDisk, this.file, JSON.stringify({ ...all, [this.#key]: commits }));
  }

  async #read(): Promise<Readonly<Record<string, unknown>>> {
    const commits = membersOf(parseObject((await readIfThere(realDisk, this.file)) ?? ''))[this.#key];
    return isObject(commits) ? commits : {};
  }
}
