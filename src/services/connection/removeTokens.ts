import type { Connection } from '../../core/connection/connection';
import type { ApiTokens } from './apiTokens';
import type { ConnectionSettings } from './connectionSettings';
import type { PlatformTokens } from './platformTokens';
import type { Sites } from './sites';

interface Kept {
  readonly settings: Pick<ConnectionSettings, 'read'>;
  readonly tokens: Pick<ApiTokens, 'delete'>;
  readonly platformTokens: Pick<PlatformTokens, 'delete'>;
  readonly sites: Pick<Sites, 'of'>;
}

/** Removes what is kept for a connection that is no longer in the settings. */
export async function removeTokens(kept: Kept, { endpoint }: Connection): Promise<void> {
  await kept.tokens.delete(endpoint);
  await removeUnusedPlatformToken(kept, kept.sites.of(endpoint));
}

/** All connections of a site share its token, so it is removed only with the last of them. */
export async function removeUnusedPlatformToken(
  { settings, platformTokens, sites }: Pick<Kept, 'settings' | 'platformTokens' | 'sites'>,
  site: string,
): Promise<void> {
  if (!settings.read().connections.some(({ endpoint }) => sites.of(endpoint) === site)) {
    await platformTokens.delete(site);
  }
}
