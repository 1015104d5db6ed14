import { jwtDecode } from 'jwt-decode';
import type { Secret } from '../text/secret';

const farthestSeconds = 1e11;

/**
 * Returns the token's own `exp` (contract 2.4), which is only a hint; undefined if the token has none, so it is used
 * until it is refused.
 */
export function expiresAt(accessToken: Secret): number | undefined {
  try {
    const { exp } = jwtDecode<{ exp?: unknown }>(accessToken.reveal());
    return typeof exp === 'number' && exp > 0 && exp < farthestSeconds ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
