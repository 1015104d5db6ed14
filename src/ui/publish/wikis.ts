import { nameAmong } from '../../core/connection/connection';
import { connectionAt } from '../../core/publish/decideConnection';
import { rowOf } from '../../core/plan/needs';
import type { PlanFile } from '../../core/plan/row';
import { stopsNewPage } from '../../core/records/wikiChange';
import { ExistingPages } from '../../services/wiki/existingPages';
import { PlaceSuggestions } from '../../services/wiki/placeSuggestions';
import { noteOf } from '../connection/pickConnection';
import { setPlatformToken } from '../connection/platformToken';
import { backButton } from '../prompt/steps';
import type { WindowServices } from '../windowServices';
import type { PlaceSources } from './placeSteps';

/** `file`: undefined where no file is to be published, so that nothing is known of its place. */
export function wikisFor(services: WindowServices, file: PlanFile | undefined): PlaceSources {
  const known = new Map<string, PlaceSuggestions>();
  return {
    connections: services.settings.read().connections,
    noteOf: noteOf(file),
    nameOf: (endpoint) => nameAmong(services.settings.read().connections, endpoint),
    suggestionsFor: (endpoint) => {
      const places = known.get(endpoint) ?? new PlaceSuggestions(services, endpoint);
      known.set(endpoint, places);
      return places;
    },
    enterPlatformToken: async (endpoint) => {
      const connection = connectionAt(services.settings.read().connections, endpoint);
      return connection && setPlatformToken(services, connection, { leaveButton: backButton });
    },
    pageThere: async (place) => {
      const { index } = services.records;
      const isOurs = index.recordAt(place)?.published !== undefined;
      const found = isOurs ? undefined : (await new ExistingPages(services).findAt([place]))(place);
      return found && stopsNewPage(found, index.titleScope(place.endpoint)) ? found : undefined;
    },
    knownTargetFor: (endpoint) => {
      const decision = file && rowOf(file, { chosen: { endpoint } }).decision;
      const isElsewhere = decision?.questions.some(({ kind }) => kind === 'elsewhere') === true;
      return isElsewhere || decision === undefined ? {} : decision.promptValues;
    },
  };
}
