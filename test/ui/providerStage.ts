import assert from 'node:assert/strict';
import { IdentityProvider } from '../soak/identityProvider.js';
import { Asked } from './asked.js';
import { probe } from './probe.js';
import { onStage } from './stage.js';
import type { Stage } from './setStage.js';

/** What the neighbour says once it has the session. */
export const gotSession = /^session of .*, answered 404/;

export interface ProviderStage {
  readonly stage: Stage;
  readonly idp: IdentityProvider;
  readonly asked: Asked;
  /** The question for a session an hour later, when every token has expired; `hours` of it so far. */
  later(): { readonly what: 'ask'; readonly hours: number };
  readonly hours: number;
}

/** The extension as it is, in a real window, against a certified provider that revokes what is presented twice. */
export function onProviderStage(clientOf: (idp: IdentityProvider) => string): ProviderStage {
  let idp: IdentityProvider;
  let asked: Asked | undefined;
  let hours = 0;
  before(async () => {
    idp = await IdentityProvider.start();
  });
  after(() => idp.close());

  const stage = onStage({
    files: { 'page.md': '# Page\n\nText.\n' },
    persistentSecrets: true,
    neighbours: [probe],
    ...(process.env.TEST_PACKAGE && { vsix: process.env.TEST_PACKAGE }),
    get userSettings() {
      return { 'publishToWiki.export': { authUrl: idp.authUrl, clientId: clientOf(idp) } };
    },
  });

  afterEach(() => {
    idp.beforeAnswer = () => undefined;
    assert.deepEqual(idp.reuses, []);
    assert.deepEqual(idp.revoked, []);
  });

  return {
    stage,
    get idp() {
      return idp;
    },
    get asked() {
      asked ??= new Asked(stage.folder);
      return asked;
    },
    later: () => ({ what: 'ask', hours: ++hours }),
    get hours() {
      return hours;
    },
  };
}
