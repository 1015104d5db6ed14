import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../src/core/text/errors.js';
import { ApiTokens } from '../../src/services/connection/apiTokens.js';
import type { PageRecords } from '../../src/services/records/pageRecords.js';
import type { StepName } from '../../src/services/export/store/sessionDependencies.js';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { MemorySecrets } from '../services/fakes.js';
import { faultyDisk, type DiskFault } from '../services/export/faultyDisk.js';
import { ask } from '../services/export/room.js';
import { destinationAt, openRecords, type OpenOptions } from '../services/records/publishing.js';
import { playKills } from '../soak/kills.js';
import { Attempt, tokenOf } from './attempt.js';
import { inRoom, read, recovered, token } from './inRoom.js';
import { onWiki } from './sending.js';
import type { Fault } from './row.js';

/** What may happen to secrets and to what is stored, on the services floor. */
export const storingFaults: readonly Fault[] = [
  onWiki(
    'SecretStorage throws on read',
    /secret storage, which holds the API token, can’t be read.*Nothing was sent/,
    async (wiki) => {
      const secrets = new MemorySecrets();
      await new ApiTokens(secrets, () => undefined).store(wiki.importEndpoint, await tokenOf(wiki));
      const told = await toldBy(() =>
        new ApiTokens(locked(secrets), () => undefined).get(wiki.importEndpoint),
      );
      assert.ok(await new ApiTokens(secrets, () => undefined).get(wiki.importEndpoint));
      return { told, kept: `the token, for when it can be read; ${wiki.requests.length} requests` };
    },
  ),
  onWiki(
    'SecretStorage throws on write',
    /secret storage did not accept.*enter the token again/,
    async (wiki) => {
      const secrets = new MemorySecrets();
      const [old, next] = [await tokenOf(wiki), await tokenOf(wiki)];
      await new ApiTokens(secrets, () => undefined).store(wiki.importEndpoint, old);
      const told = await toldBy(() =>
        new ApiTokens(locked(secrets), () => undefined).store(wiki.importEndpoint, next),
      );
      const kept = await new ApiTokens(secrets, () => undefined).get(wiki.importEndpoint);
      assert.equal(kept?.secret.reveal(), old.secret.reveal());
      return { told, kept: 'the token that was there' };
    },
  ),
  onWiki('storage full or read-only while publishing', /was published/, async (wiki) => {
    const errors: unknown[] = [];
    const fault = () => Object.assign(new Error('No room.'), { code: 'ENOSPC' });
    const attempt = new Attempt(wiki, { records: { fault, failed: (error) => errors.push(error) } });
    const told = await attempt.send();
    assert.ok(errors.length > 0);
    assert.equal(await attempt.standing(), 'published');
    return {
      told,
      kept: 'the page; this window knows it as the file’s own, and the log says why others do not',
    };
  }),
  onWiki('token replaced in another window while sending', /was published/, async (wiki) => {
    const secrets = new MemorySecrets();
    const [here, there] = [1, 2].map(() => new ApiTokens(secrets, () => undefined));
    assert.ok(here && there);
    const [old, next] = [await tokenOf(wiki), await tokenOf(wiki)];
    await here.store(wiki.importEndpoint, old);
    const attempt = new Attempt(wiki);
    wiki.script({ do: 'stall', processed: true });
    const token = await here.get(wiki.importEndpoint);
    assert.ok(token);
    const sending = attempt.send({ token });
    while (wiki.stalled === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await there.store(wiki.importEndpoint, next);
    wiki.release();
    const told = await sending;
    assert.equal((await here.get(wiki.importEndpoint))?.secret.reveal(), next.secret.reveal());
    return { told, kept: 'the page, and the new token for the next one' };
  }),
  onWiki('a window dies while publishing, and another process gets its id', /was published/, async (wiki) => {
    const folder = await temporaryFolder('dead');
    const file = { uri: 'file:///page.md' };
    await openRecords(folder).recordSend(file, destinationAt(wiki.importEndpoint, 'A Page'), 'hash', {
      maySend: () => true,
    });
    const later = { folder, isAlive: () => true, now: () => Date.now() + 16 * 60_000 };
    const records = openRecords(folder, later);
    const [record] = (await records.read()).records;
    assert.ok(record?.pending && !records.isUnderWay(record));
    const attempt = new Attempt(wiki, { file, records: later });
    const told = await attempt.send();
    const kept = await attempt.settle();
    await removeFolder(folder);
    return { told, kept: `${kept}; it is “Publishing…” for a quarter of an hour, and unknown then` };
  }),
  onWiki(
    'a published file is renamed twice before the first is written down',
    /was published/,
    async (wiki) => {
      const folder = await temporaryFolder('renamed');
      const [first, next, last] = ['file:///page.md', 'file:///next.md', 'file:///last.md'] as const;
      const attempt = new Attempt(wiki, { file: { uri: first }, records: { folder } });
      const told = await attempt.send();
      const records = openRecords(folder);
      await Promise.all([records.handOver(first, next), records.handOver(next, last)]);
      const own = (await openRecords(folder).read()).ofFile({ uri: last });
      assert.equal(own.length, 1);
      const kept = await attempt.settle();
      await removeFolder(folder);
      return { told, kept: `${kept}; it is known under the file’s last name` };
    },
  ),
  cleared('a published file is deleted in VS Code', {}, (records, { uri }) => records.deleted(uri)),
  cleared(
    'a published file is deleted elsewhere, and an hour goes by',
    { now: () => Date.now() + 3_600_000 },
    async (records, { realPath }) => {
      await rm(realPath);
      await records.sweep();
    },
  ),
  cleared('keepPublishedText is turned off', { keepText: () => false }, (records) => records.sweep()),
  inRoom(
    'all secrets are removed while another window has the session',
    /^You are not signed in for export\.$/,
    async (room) => {
      const [session, other] = [await room.signedIn(), room.window()];
      assert.equal(await read(other), token);
      assert.equal(await session.signOut(), true);
      const told = await read(other);
      assert.equal(room.map.size, 0);
      assert.deepEqual(room.files('journal'), []);
      return { told, kept: 'no secret and no journal, in any window' };
    },
  ),
  diskFault('storage full in a refresh of the export session, before it is sent', 'before'),
  diskFault('storage full in a refresh of the export session, after the answer', 'after'),
  clock('clock jumps a day ahead in the export session', 1),
  clock('clock jumps a day back in the export session', -1),
  killed('killed while refreshing, before the request', 'leased'),
  killed('killed while refreshing, request on its way', 'sent'),
  killed('killed while refreshing, answer just read', 'answered'),
  killed('killed while storing, journal half written', 'journalTemporaryWritten'),
  killed('killed while storing, before the secret storage', 'journalWritten'),
  killed('killed while storing, after the secret storage', 'secretStored'),
];

function locked(secrets: MemorySecrets): MemorySecrets {
  const fail = (): Promise<never> => Promise.reject(new Error('The keyring is locked.'));
  return Object.assign(new MemorySecrets(), { stored: secrets.stored, get: fail, store: fail });
}

async function toldBy(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'nothing';
  } catch (error) {
    assert.ok(error instanceof UserError, 'A sentence for people.');
    return error.message;
  }
}

/** A page whose text is kept in clear for comparison, and then something after which it must not be, as another window sees it. */
function cleared(
  fault: string,
  options: OpenOptions,
  change: (records: PageRecords, file: { uri: string; realPath: string }) => Promise<unknown>,
): Fault {
  return onWiki(fault, /was published/, async (wiki) => {
    const root = await temporaryFolder('cleared');
    const realPath = path.join(root, 'page.md');
    const file = { uri: pathToFileURL(realPath).href, realPath };
    await writeFile(realPath, 'Text.');
    const folder = path.join(root, 'pages');
    const attempt = new Attempt(wiki, { file, records: { folder, keepText: () => true } });
    const told = await attempt.send();
    const texts = (): Promise<string[]> => readdir(path.join(folder, 'texts'));
    assert.equal((await texts()).length, 1);
    await change(openRecords(folder, options), file);
    assert.deepEqual(await texts(), []);
    const kept = await attempt.settle();
    await removeFolder(root);
    return { told, kept: `${kept}; its text is not on this computer any more` };
  });
}

function diskFault(fault: string, when: 'before' | 'after'): Fault {
  const tells = when === 'before' ? /^unavailable storage$/ : /^token secretsOnly$/;
  return inRoom(fault, tells, async (room) => {
    const state = { fault: undefined as DiskFault | undefined };
    const session = await room.signedIn({ disk: faultyDisk(state) });
    const full = { code: 'ENOSPC', on: 'write', file: /journal/ } as const;
    if (when === 'before') {
      state.fault = full;
    } else {
      room.onTheWayBack = (answer) => {
        state.fault = full;
        return answer;
      };
    }
    const told = await ask(session);
    assert.equal(room.presented.length, when === 'before' ? 0 : 1);
    state.fault = undefined;
    return { told, kept: await recovered(room) };
  });
}

function clock(fault: string, days: number): Fault {
  return inRoom(fault, /^token$/, async (room) => {
    const session = await room.signedIn();
    room.nowMs += days * 24 * 60 * 60_000;
    return { told: await ask(session), kept: await recovered(room) };
  });
}

/** Real processes, killed at a step of the refresh; then another window asks. */
function killed(fault: string, step: StepName): Fault {
  const kills = 4;
  return {
    fault: `a window is ${fault} (${kills} times)`,
    where: 'services',
    tells: /^the next window has (a token|a token, or asks to sign in where no answer had arrived)$/,
    run: async () => {
      const result = await playKills({ kills, step });
      assert.equal(result.unjustified + result.unreadable + result.silent, 0, JSON.stringify(result));
      const lost = result.rotatedUnjournaled;
      return {
        told: `the next window has a token${lost === 0 ? '' : ', or asks to sign in where no answer had arrived'}`,
        kept: `${kills - lost} of ${kills} chains; ${lost} that nobody could keep: the answer died with the window`,
      };
    },
  };
}
