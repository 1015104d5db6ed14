import type { Connection } from '../connection/connection';
import { connectionAt } from './decideConnection';
import type { FrontMatter } from '../page/wikiFrontMatter';
import type { PageRecord } from '../records/pageRecord';
import type { Parent } from '../wiki/target';
import type { DestinationDefaults } from './precedence';

interface PlacesInput<Document> {
  readonly document: Document;
  readonly defaults: DestinationDefaults;
  readonly connections: readonly Connection[];
}

/** Endpoints with the same `siteOf` belong to one wiki. Without a known site, each other endpoint is another wiki. */
export function recordsInOtherWikis(
  {
    ownRecords,
    siteOf,
  }: {
    readonly ownRecords: readonly PageRecord[];
    readonly siteOf?: ((endpoint: string) => string | undefined) | undefined;
  },
  connection: Connection | undefined,
): readonly PageRecord[] {
  const site = connection && siteOf?.(connection.endpoint);
  return ownRecords.filter(
    ({ place: { endpoint } }) =>
      endpoint !== connection?.endpoint && (site === undefined || siteOf?.(endpoint) !== site),
  );
}

/** Drops space and parent if they belong to another wiki: in the connection’s wiki, their IDs mean other pages. */
export function withoutPlacesOfOtherWikis<
  Document extends { readonly frontMatter: FrontMatter },
  Input extends PlacesInput<Document>,
>(others: readonly PageRecord[], input: Input, connection: Connection | undefined): Input {
  const { document, defaults, connections } = input;
  const { frontMatter } = document;
  const isOfOther = (part: 'space' | 'parent', id: Parent | undefined): boolean =>
    others.some(({ place }) => place[part] === id && connectionAt(connections, place.endpoint) !== undefined);
  const isAt = ({ space, parent }: { readonly space?: string; readonly parent?: Parent }): boolean =>
    parent === undefined ? isOfOther('space', space) : isOfOther('parent', parent);
  const { connection: named } = frontMatter;
  const isNamedElsewhere = named !== undefined && named !== connection?.name;
  const { space: _, parent: __, spaceKey: ___, addresses: ____, ...rest } = frontMatter;
  const { overwrite, endpoint, folder } = defaults;
  return {
    ...input,
    document: isNamedElsewhere || isAt(frontMatter) ? { ...document, frontMatter: rest } : document,
    defaults:
      endpoint === undefined && isAt(defaults)
        ? { ...(overwrite !== undefined && { overwrite }), folder }
        : defaults,
  };
}
