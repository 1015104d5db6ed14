import type { Parsed } from '../../core/text/parsed';
import type { RepositoryAround } from './repositories';

/** Reads folders and their rules, in any file system that VS Code supports. */
export interface Files<Place> {
  /** Returns what is in a folder, nothing if the folder is gone; undefined if it can’t be read. */
  entries(folder: Place): Promise<readonly (readonly [name: string, type: number])[] | undefined>;
  /** Returns the text of a `.wikiignore` or `.gitignore`; undefined if there is none. */
  rules(file: Place): Promise<Parsed<string> | undefined>;
  /** Returns the repository that a folder is in; undefined if it is in none, or that is not known. */
  repository(folder: Place): Promise<RepositoryAround<Place> | undefined>;
  join(folder: Place, name: string): Place;
  /** Whether the setting `files.exclude` hides a file or folder. */
  isHidden(place: Place): boolean;
}

export interface FoundFile<Place> {
  readonly uri: Place;
  /** The path from the root, with “/” between names. */
  readonly path: string;
  /** Why the file can't be published, whatever its text is. */
  readonly problem?: string | undefined;
}

/** What is ignored; the path of a folder ends in “/”. */
export interface Ignored<Place> {
  readonly uri: Place;
  readonly path: string;
  /**
   * The rules that ignore the entry, or what it is. `usual`: folders of this name always are. `name`: no
   * Markdown file’s name. `noFile`: something else with such a name. `linkedFolder`: a link to a folder.
   */
  readonly by: IgnoringRules | 'name' | 'noFile' | 'linkedFolder';
}

export type IgnoringRules = '.wikiignore' | '.gitignore' | 'files.exclude' | 'usual';
