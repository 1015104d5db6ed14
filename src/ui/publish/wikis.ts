import { decide, type DecideInput } from '../../core/publish/decide';
import { PlaceSuggestions } from '../../services/publish/placeSuggestions';
import type { WindowServices } from '../windowServices';
import type { Wikis } from './placeSteps';

/** Returns the wikis that a document may go to. `input`: undefined where nothing is known of its place. */
export function wikisFor(services: WindowServices, input: DecideInput | undefined): Wikis {
  const known = new Map<string, PlaceSuggestions>();
  return {
    connections: services.settings.read().connections,
    placesAt: (endpoint) => {
      const places = known.get(endpoint) ?? new PlaceSuggestions(services, endpoint);
      known.set(endpoint, places);
      return places;
    },
    knownAt: (endpoint) => {
      const decision = input && decide({ ...input, chosen: { endpoint } });
      const isElsewhere = decision?.questions.some(({ kind }) => kind === 'elsewhere') === true;
      return isElsewhere || decision === undefined ? {} : decision.known;
    },
  };
}
