import type { Parsed } from '../../core/text/parsed';
import type { RepositoryAround } from './repositories';

export interface Files<FileRef> {
  /** Empty if the folder is gone; undefined if it can’t be read. `type`: the bits of `fileType`. */
  entries(folder: FileRef): Promise<readonly (readonly [name: string, type: number])[] | undefined>;
  /** The text of a `.wikiignore` or `.gitignore`; undefined if the file is missing. */
  readRules(file: FileRef): Promise<Parsed<string> | undefined>;
  /** Undefined outside of a repository, in one of another user, and where files are not on this computer’s disk. */
  repository(folder: FileRef): Promise<RepositoryAround<FileRef> | undefined>;
  join(folder: FileRef, name: string): FileRef;
  /** Whether the setting `files.exclude` hides the file or folder. */
  isHidden(place: FileRef): boolean;
}

export interface FoundFile<FileRef> {
  readonly uri: FileRef;
  /** The path from the root, with “/” between names; in a plan, it is what `Workspace.shownPath` returns. */
  readonly path: string;
  /** Why the file can't be published, whatever its text is. */
  readonly problem?: string | undefined;
}

/** A file or folder that is skipped; the path of a folder ends in “/”. */
export interface Ignored<FileRef> {
  readonly uri: FileRef;
  readonly path: string;
  /**
   * `usual`: a folder that is always skipped, such as node_modules. `name`: no Markdown file. `noFile`: a device
   * or a broken link. `link`: a link to a file or folder. `noDestination`: neither front matter nor settings say
   * where the file goes.
   */
  readonly by: IgnoringRules | 'name' | 'noFile' | 'link' | 'noDestination';
}

export type IgnoringRules = '.wikiignore' | '.gitignore' | 'files.exclude' | 'usual';
