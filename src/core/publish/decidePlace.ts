import type { Connection } from '../connection/connection';
import { attemptedPlace, type PageRecord } from '../records/pageRecord';
import { hasParentId, type Target } from '../wiki/target';
import type { DecideInput, Decision, Question } from './decision';
import { confirmedFirst, decideConnection, defaultsAt } from './decideConnection';
import { recordsInOtherWikis, withoutPlacesOfOtherWikis } from './otherWikis';
import { ownRecordsOf } from './ownRecords';
import {
  addressInOtherWiki,
  fillFromPlace,
  hasPlaceOf,
  knownParts,
  locationIfComplete,
  lostParent,
  missingParts,
  originsOf,
  valuesOf,
  withPlaceOfParentFile,
  type DestinationDefaults,
  type PageLocation,
  type TargetValues,
} from './precedence';
import { namedSpaceKey, spaceIdResolver, withSpaceId } from './spaceKey';
import type { ParentFile } from './tree';

/** Where a document goes, before it is known what is there. */
export interface WantedPlace {
  /** Without the places of other wikis than that of `connection`. */
  readonly input: DecideInput;
  readonly connection: Connection | undefined;
  readonly place: PageLocation | undefined;
  /** What has to be answered while there is no `place`. */
  readonly question?: Question;
  readonly defaults: DestinationDefaults;
  readonly origins: Decision['origins'];
  readonly promptValues: Partial<Target>;
  readonly parentFile: ParentFile | undefined;
  /** The document’s page at the place. */
  readonly record: PageRecord | undefined;
  /** The document’s page that counts first, wherever it is. */
  readonly from: PageRecord | undefined;
}

/** First the wiki, then the parts of the place for that wiki. */
export function decidePlace(given: DecideInput): WantedPlace {
  const { inheritedPages = [], answers } = given;
  const ownPages = ownRecordsOf(given, given.ownRecords);
  const own = confirmedFirst(ownPages.length > 0 ? ownPages : inheritedPages);
  const known = { ...given, ownRecords: own, defaults: withPlaceOfParentFile(given.defaults) };
  const { connection, origin, named: connectionNamed } = decideConnection(known);
  const inOtherWikis = recordsInOtherWikis(known, connection);
  const input = origin === 'answer' ? withoutPlacesOfOtherWikis(inOtherWikis, known, connection) : known;
  const { document, attempt } = input;
  const idOf = spaceIdResolver(connection, input.spaceOf);
  const defaults = withSpaceId(defaultsAt(connection, input.defaults), idOf);
  const here = own.filter(({ place }) => place.endpoint === connection?.endpoint);
  const elsewhere = own.find(({ place }) => place.endpoint !== connection?.endpoint);
  const valuesWith = (record?: PageRecord): TargetValues =>
    valuesOf(
      document,
      input.isUnattended === true ? undefined : record,
      defaults,
      answers?.place ?? {},
      idOf,
    );
  const found = valuesWith(here.find((each) => hasPlaceOf(valuesWith(each), each)) ?? here[0]);
  const lost = lostParent(found, input, connection);
  const values = lost === undefined ? found : { ...found, parent: undefined };
  const parentFile = values.parent?.origin === 'setting' ? defaults.parentFile : undefined;
  const decided = {
    input,
    connection,
    defaults,
    parentFile,
    record: here.find((each) => hasPlaceOf(values, each)),
    from: here[0] ?? (origin === 'answer' ? undefined : elsewhere),
  };
  const namedKey = namedSpaceKey(values, here, defaults);
  const space =
    namedKey === undefined ? undefined : connection && input.spaceOf?.(connection.endpoint, namedKey);
  const openKey = space?.kind === 'found' ? undefined : namedKey;
  const elsewhereAddress = addressInOtherWiki(values, input, defaults, connection);
  const place =
    openKey === undefined && elsewhereAddress === undefined ? locationIfComplete(values) : undefined;
  if (connection !== undefined && place !== undefined) {
    return { ...decided, place, ...shownValues(values, origin) };
  }
  const tried = connection === undefined || connection.endpoint === attempt?.endpoint;
  const open = typeof values.parent?.value === 'string' ? values : { ...values, parent: undefined };
  const filled = fillFromPlace(open, tried ? attemptedPlace(attempt) : undefined, 'attempt');
  const isSame = elsewhere !== undefined && !inOtherWikis.includes(elsewhere);
  const suggested = fillFromPlace(filled, isSame ? elsewhere.place : undefined, 'record');
  const location = locationIfComplete(suggested);
  const suggestion = location && { ...location, overwrite: false };
  const question: Question =
    connection === undefined
      ? { kind: 'connection', named: connectionNamed }
      : elsewhereAddress !== undefined
        ? { kind: 'elsewhere', ...elsewhereAddress }
        : openKey !== undefined
          ? { kind: 'space', key: openKey, found: space?.kind }
          : {
              kind: 'target',
              missing: missingParts(values),
              ...(lost !== undefined && { lost }),
              suggestion: suggestion && hasParentId(suggestion) ? suggestion : undefined,
            };
  return { ...decided, place: undefined, ...shownValues(suggested, origin), question };
}

function shownValues(
  values: TargetValues,
  connection: Decision['origins']['connection'],
): Pick<WantedPlace, 'origins' | 'promptValues'> {
  return { origins: { ...originsOf(values), connection }, promptValues: knownParts(values) };
}
