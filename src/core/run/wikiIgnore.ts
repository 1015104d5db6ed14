import ignore, { type Ignore } from 'ignore';

/** Never looked into, unless a `.wikiignore` says otherwise. */
const always = ['node_modules', '.git'];

/** The rules that hold in one folder: those of its own `.wikiignore` and of the folders above it, as git reads them. */
export class WikiIgnore {
  private constructor(
    private readonly rules: Ignore,
    private readonly above: WikiIgnore | undefined,
    private readonly folder: string,
  ) {}

  static readonly standard = new WikiIgnore(ignore().add(always), undefined, '');

  /** `folder` is the path from the root, with “/” after each name; that of the root is empty. */
  within(folder: string, text: string): WikiIgnore {
    return new WikiIgnore(ignore().add(text.replace(/^\ufeff/, '')), this, folder);
  }

  /** Whether a path from the root is left out; that of a folder ends in “/”. */
  ignores(path: string): boolean {
    const { ignored, unignored } = this.rules.test(path.slice(this.folder.length));
    return ignored || (!unignored && this.above?.ignores(path) === true);
  }
}
