import { isWithin } from '../services/publish/goneFiles';

/** Returns what tells whether an address is one of these, or inside one of them. */
export function chosenBy(uris: readonly string[]): (uri: string) => boolean {
  const chosen = uris.map((uri) => uri.replace(/\/$/, ''));
  return (uri) => chosen.some((each) => isWithin(uri, each));
}
