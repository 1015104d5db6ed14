import type { Connection } from '../connection/connection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import { parseTitle, samePage, type Target } from '../wiki/target';
import type { Defaults } from './values';
import { targetNow, type Remembered } from './remembered';

export interface Known {
  readonly frontMatter: FrontMatter;
  /** Of this file at this connection. */
  readonly remembered: Remembered | undefined;
  readonly defaults: Defaults;
  /** What the text suggests. */
  readonly title: string;
}

/** Where a page goes, as far as that is known. */
export interface TargetDecision {
  /** Whole when nothing is missing. */
  readonly target: Target | undefined;
  readonly known: Partial<Target>;
  readonly missing: readonly ('space' | 'parent' | 'title')[];
  /** The front matter names the place: nobody needs to be asked. */
  readonly named: boolean;
  /** A page that this file did not make would be overwritten, and the person never said so for this file. */
  readonly foreign: boolean;
}

/** Front matter, then what is remembered, then the workspace's defaults; what is missing has to be asked. */
export function decideTarget({ frontMatter, remembered, defaults, title }: Known): TargetDecision {
  const before = remembered && targetNow(remembered, title);
  const space = frontMatter.space ?? before?.space ?? defaults.space;
  const parent = frontMatter.parent ?? before?.parent ?? defaults.parent;
  const named = frontMatter.title ?? before?.title ?? title;
  const known = { ...(space && { space }), ...(parent && { parent }), title: named };
  const missing = (['space', 'parent'] as const).filter((part) => known[part] === undefined);
  const place = {
    named: frontMatter.space !== undefined && frontMatter.parent !== undefined,
    foreign: false,
  };
  const titled = parseTitle(named);
  if (space === undefined || parent === undefined || titled.problem !== undefined) {
    return {
      ...place,
      target: undefined,
      known: before === undefined ? known : { ...known, overwrite: before.overwrite },
      missing: titled.problem === undefined ? missing : [...missing, 'title'],
    };
  }
  const page = { space, parent, title: titled.value, overwrite: false };
  // Only for the same page does it count what was said of overwriting
  const said = before !== undefined && samePage(before, page) ? before.overwrite : undefined;
  const overwrite = frontMatter.overwrite ?? said ?? defaults.overwrite ?? false;
  const target = { ...page, overwrite };
  return { ...place, target, known: target, missing, foreign: overwrite && said !== true };
}

/** The connection that a page goes through without a question; undefined when one has to be picked. */
export function decideConnection(
  { connection }: FrontMatter,
  remembered: Remembered | undefined,
  connections: readonly Connection[],
): Connection | undefined {
  return (
    connections.find(({ name }) => name === connection) ??
    connections.find(({ endpoint }) => endpoint === remembered?.endpoint) ??
    (connections.length === 1 ? connections[0] : undefined)
  );
}
