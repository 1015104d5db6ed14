import type { Connection } from '../../core/connection/connection';
import { contentUnder } from '../../core/publish/content';
import { decideConnection, decideTarget } from '../../core/publish/decideTarget';
import type { Page } from '../../core/page/page';
import type { Parsed } from '../../core/text/parsed';
import type { Candidate } from '../../core/run/plan';
import { blockingProblems } from '../../core/page/problem';
import type { RunFile } from '../../core/run/run';
import { parseTitle } from '../../core/wiki/target';
import type { FoundFile } from './findFiles';
import type { Memory } from '../publish/memory';
import type { Published } from '../publish/published';
import type { ReadPage } from '../page/pageSettings';

export interface ExamineDependencies {
  readonly read: (uri: string) => Promise<Parsed<ReadPage>>;
  readonly memory: Memory;
  readonly published: Published;
  readonly connections: readonly Connection[];
  /** For the files that do not say which. */
  readonly connection: Connection | undefined;
}

/** Reads files as the pages that they become, and keeps no text. */
export class Examiner {
  constructor(private readonly examining: ExamineDependencies) {}

  async examine({ uri, path, problem }: FoundFile<{ toString(): string }>): Promise<Candidate> {
    const key = uri.toString();
    const read = problem === undefined ? await this.examining.read(key) : { problem };
    const before = this.examining.memory.file(key);
    if (read.problem !== undefined) {
      return {
        uri: key,
        path,
        title: '',
        endpoint: undefined,
        target: undefined,
        undecided: false,
        problem: read.problem,
        change: { kind: 'new' },
        remembered: before,
      };
    }
    const { page, settings } = read.value;
    const { frontMatter, title } = page;
    const endpoint = this.#connection(page, key)?.endpoint;
    const remembered = before?.endpoint === endpoint ? before : undefined;
    const { defaults } = settings;
    const { target, missing } = decideTarget({ frontMatter, remembered, defaults, title });
    const titleProblem = missing.includes('title') ? parseTitle(title).problem : undefined;
    const whole = endpoint !== undefined && target !== undefined;
    return {
      uri: key,
      path,
      title,
      endpoint,
      target,
      undecided: frontMatter.overwrite === undefined,
      problem: blockingProblems(page.problems, settings.severities)[0]?.message ?? titleProblem,
      change: whole
        ? this.examining.published.change(key, {
            endpoint,
            target,
            content: contentUnder(page, target.title),
          })
        : { kind: 'new' },
      remembered,
    };
  }

  /** What is sent of the file, as it stands now. */
  async content({ uri, choice }: RunFile): Promise<Parsed<string>> {
    const read = await this.examining.read(uri);
    if (read.problem !== undefined) {
      return read;
    }
    const { page, settings } = read.value;
    const problem = blockingProblems(page.problems, settings.severities)[0]?.message;
    return problem === undefined ? { value: contentUnder(page, choice.target.title) } : { problem };
  }

  #connection({ frontMatter }: Page, uri: string): Connection | undefined {
    const { connections, connection, memory } = this.examining;
    return decideConnection(frontMatter, memory.file(uri), connections) ?? connection;
  }
}
