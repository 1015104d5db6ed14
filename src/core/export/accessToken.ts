import { jwtDecode } from 'jwt-decode';
import type { Secret } from '../text/secret';

const farthestSeconds = 1e11;

/** Returns `exp` (contract 2.4) in milliseconds; undefined if it can’t be read: the token may still be valid. */
export function accessTokenExpiresAt(accessToken: Secret): number | undefined {
  try {
    const { exp } = jwtDecode<{ exp?: unknown }>(accessToken.reveal());
    return typeof exp === 'number' && exp > 0 && exp < farthestSeconds ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
