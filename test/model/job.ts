import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Authority } from '../../src/cli/unattended/authority.js';
import { recordArrivedPages } from '../../src/cli/unattended/arrivedPages.js';
import { Bounds } from '../../src/cli/unattended/bounds.js';
import { UnattendedPerson } from '../../src/cli/unattended/unattended.js';
import { placeOf } from '../../src/core/publish/recordChanges.js';
import type { FileIdentity } from '../../src/core/records/fileIdentity.js';
import type { Run } from '../../src/core/plan/run.js';
import { Runs } from '../../src/services/plan/runs.js';
import { FileLocks } from '../../src/services/wiki/fileLocks.js';
import { isAssumedToExist } from '../../src/services/workspace/goneFiles.js';
import { PageRecords } from '../../src/services/records/pageRecords.js';
import { MemoryRows, type RecordRow } from '../../src/services/records/recordRows.js';
import { pageRowId, readStoredPage } from '../../src/services/records/recordRows.js';
import type { Desk } from './desk.js';
import type { Draft } from './drafts.js';
import { pageOf, uriOf } from './person.js';
import { parentNamed, settingsIn } from './projects.js';
import type { Covers, Fate } from './truth.js';

export interface HowToRun {
  /** Which of the two repositories it is of. */
  readonly isOther: boolean;
  /** What the cache had: that of the last run, nothing, that of an earlier run, the other repository’s, or a forged one. */
  readonly state: 'kept' | 'lost' | 'older' | 'replaces' | 'forged';
  readonly takesOver: boolean;
  /** The file whose path the command names, and the one that a sparse checkout leaves out. */
  readonly named: number | undefined;
  readonly hidden: number | undefined;
  /** Whether the environment names the spaces in which pages may be replaced. */
  readonly isBounded: boolean;
  /** Whether a commit since the last run touched the files. */
  readonly isTouched: boolean;
  readonly fate: Fate;
}

class NobodyInModel extends UnattendedPerson {
  override follow(run: Run, send: (changed: (index: number) => void) => Promise<void>): Promise<void> {
    this.run = run;
    return send(() => undefined);
  }
}

/** Publishes the files of a repository where nobody is, with a state in place of a computer’s records. */
export class Job {
  readonly #states = new Map<boolean, (readonly RecordRow[])[]>();

  constructor(
    private readonly desk: Desk,
    private readonly folder: string,
  ) {}

  async run(how: HowToRun): Promise<void> {
    const { desk } = this;
    const { isOther, hidden, named, isTouched, isBounded, takesOver } = how;
    const drafts = desk.drafts.of(isOther ? 'other' : 'one');
    const out = hidden === undefined ? undefined : drafts[hidden];
    const seen = drafts.filter((draft) => draft !== out);
    await this.#checkOut(seen);
    const state = this.#stateFor(how);
    const rows = new MemoryRows(state);
    const identify = (uri: string): Promise<FileIdentity> => Promise.resolve(this.#identify(uri, isOther));
    const { services, died, sending } = this.#open(rows, identify, how);
    await recordArrivedPages(services);
    const names = new Map(drafts.map((draft) => [this.#pathOf(draft), draft]));
    const bounds = new Bounds(
      { spaces: isBounded ? ['1001'] : undefined, parents: isBounded ? ['100102', '100103'] : undefined },
      services,
    );
    const authority: Authority = {
      takesOver,
      isStateEmpty: state.length === 0,
      isNamed: (uri) => named !== undefined && uri === uriOf(this.#pathOf(drafts[named] ?? { path: '' })),
      isGone: ({ realPath = '' }) => Promise.resolve(!names.has(realPath)),
      isTouched: () => Promise.resolve(isTouched),
    };
    const person = new NobodyInModel(bounds, authority);
    sending.of = () => {
      const index = person.run?.files.findIndex((_file, each) => person.run?.state(each) === 'sending');
      const file = person.run?.files[index ?? -1];
      return file && { file, draft: names.get(fileURLToPath(file.file.uri)) };
    };
    const host = {
      ...desk.host((uri) => names.get(fileURLToPath(uri)), identify),
      isUnattended: true,
    };
    const found = seen.map((draft) => ({ uri: uriOf(this.#pathOf(draft)), path: path.basename(draft.path) }));
    const publishing = new Runs(services, host).publish({ find: () => found }, person);
    await Promise.race([publishing.then((ended) => ended?.sent?.lookedUp), died]);
    const { rows: all } = await rows.since(0);
    this.#states.set(isOther, [...(this.#states.get(isOther) ?? []), all]);
  }

  #open(rows: MemoryRows, identify: (uri: string) => Promise<FileIdentity>, how: HowToRun) {
    const { desk } = this;
    const records = new PageRecords({
      ...{ rows, texts: undefined, identify, isAssumedToExist, now: () => desk.now(), isAlive: () => false },
      failed: (error) => {
        throw error;
      },
    });
    const sending: { of?: () => { file: Run['files'][number]; draft: Draft | undefined } | undefined } = {};
    const { send, died } = desk.truth.send(how.fate, () => {
      const { file, draft } = sending.of?.() ?? {};
      if (file === undefined || draft === undefined) {
        throw new Error('Nothing is sent.');
      }
      const record = records.index.recordAt(placeOf(file.destination));
      const isRemembered = record?.wiki?.version !== undefined && record.wiki.isLast && !record.pending;
      const isNamed =
        how.takesOver && desk.drafts.of(how.isOther ? 'other' : 'one')[how.named ?? -1] === draft;
      return {
        document: draft.document,
        said: undefined,
        named: parentNamed(desk, draft),
        source: desk.drafts.sourceOf(draft),
        job: {
          path: draft.path,
          covers: this.#coversOf(draft, how),
          isHeldBack: isRemembered && how.state === 'kept' && !isNamed,
        },
      };
    });
    const window = { records, locks: new FileLocks(), ...desk.truth.look(records) };
    const services = {
      ...desk.services(window, send),
      concurrency: () => 1,
      isMissing: window.inWiki.isMissing.bind(window.inWiki),
    };
    return { records, services, died, sending };
  }

  /** What reviewed files and the command let it replace; whoever writes the state can call any page the file’s own. */
  #coversOf(draft: Draft, { isBounded, takesOver, state }: HowToRun): Covers {
    const { overwrite } = settingsIn(this.desk, draft);
    if (!isBounded) {
      return 'nothing';
    }
    return pageOf(draft).frontMatter.overwrite === true || takesOver
      ? 'all'
      : overwrite !== true || state === 'lost'
        ? 'nothing'
        : state === 'kept' || state === 'older'
          ? 'its own'
          : 'all';
  }

  async #checkOut(drafts: readonly Draft[]): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    for (const draft of drafts) {
      await mkdir(path.dirname(this.#pathOf(draft)), { recursive: true });
      await writeFile(this.#pathOf(draft), '');
    }
  }

  #pathOf({ path: file }: Pick<Draft, 'path'>): string {
    return path.join(this.folder, path.relative(this.desk.drafts.projectOf(file), file));
  }

  #identify(uri: string, isOther: boolean): FileIdentity {
    const realPath = fileURLToPath(uri);
    const repository = { remote: isOther ? 'other' : 'one', folder: this.folder, branch: 'main' };
    return { uri, realPath, workspacePath: path.relative(this.folder, realPath), repository };
  }

  #stateFor({ isOther, state }: HowToRun): readonly RecordRow[] {
    const of = (repository: boolean) => this.#states.get(repository) ?? [];
    switch (state) {
      case 'lost':
        return [];
      case 'kept':
        return of(isOther).at(-1) ?? [];
      case 'older':
        return of(isOther).at(-2) ?? [];
      case 'replaces':
        return of(!isOther).at(-1) ?? [];
      case 'forged':
        return (of(isOther).at(-1) ?? []).flatMap(forged);
    }
  }
}

/** Rows that call pages of any title the file’s own. */
function forged(row: RecordRow): readonly RecordRow[] {
  const page = readStoredPage(row.value);
  const places = page === undefined ? [] : ['One', 'Two', 'Three'].map((title) => ({ ...page.place, title }));
  return places.map((place) => ({ ...row, id: pageRowId(place), value: { ...page, place } }));
}
