import assert from 'node:assert/strict';
import { readApiToken, type ApiToken } from '../../src/core/connection/apiToken.js';
import type { Outcome } from '../../src/core/wiki/outcome.js';
import { reportOnOutcome } from '../../src/core/wiki/outcomeReport.js';
import type { Destination } from '../../src/core/publish/destination.js';
import { placeOf } from '../../src/core/publish/recordChanges.js';
import type { FileIdentity } from '../../src/core/records/fileIdentity.js';
import { createSend } from '../../src/services/network/network.js';
import { readNetworkSettings } from '../../src/services/network/networkSettings.js';
import { hashOf } from '../../src/services/records/hashOf.js';
import type { PageRecords } from '../../src/services/records/pageRecords.js';
import { publishPage } from '../../src/services/wiki/publishPage.js';
import { temporaryFolder } from '../host/folders.js';
import { configuration } from '../services/fakes.js';
import { openRecords, type OpenOptions } from '../services/records/publishing.js';
import type { Wiki } from '../wiki/wiki.js';

/** A page on its way to a wiki without an editor, sent as often as a person would. */
export class Attempt {
  readonly #wiki: Wiki;
  readonly #dependencies: OpenOptions & { readonly folder?: string };
  readonly #content: string;
  readonly #file: FileIdentity;
  readonly #destination: Destination;
  #opened: Promise<PageRecords> | undefined;
  readonly #send = createSend(
    () => readNetworkSettings(configuration({}), {}),
    () => undefined,
  );

  constructor(
    wiki: Wiki,
    options: {
      readonly endpoint?: string;
      readonly content?: string;
      readonly file?: FileIdentity;
      readonly records?: OpenOptions & { readonly folder?: string };
    } = {},
  ) {
    this.#wiki = wiki;
    this.#dependencies = options.records ?? {};
    this.#content = options.content ?? '# A Page\n\nText.\n';
    this.#file = options.file ?? { uri: 'file:///page.md' };
    const target = { space: '1001', parent: '100102', title: 'A Page', overwrite: false };
    this.#destination = {
      endpoint: options.endpoint ?? wiki.importEndpoint,
      target,
      suggestedTitle: target.title,
      suggestedPlace: {},
    };
  }

  /** Sends it, and returns what the person reads. */
  async send(
    options: {
      readonly token?: ApiToken;
      readonly deadlineMs?: number;
      readonly signal?: AbortSignal;
      readonly endpoint?: string;
    } = {},
  ): Promise<string> {
    const destination = this.#destination;
    const { target } = destination;
    const endpoint = options.endpoint ?? destination.endpoint;
    const token = options.token ?? (await tokenOf(this.#wiki));
    const records = await this.#records();
    const mayHaveArrived = (await this.standing()) === 'unknown';
    await records.recordSend(this.#file, destination, hashOf(this.#content), { maySend: () => true });
    const outcome: Outcome = await publishPage(
      {
        send: (request, given) =>
          this.#send(request, { ...given, timeoutMs: options.deadlineMs ?? given.timeoutMs }),
        now: Date.now,
        pause: () => Promise.resolve(),
        log: () => undefined,
      },
      { endpoint, token, target, content: this.#content, mayHaveArrived },
      () => undefined,
      options.signal ?? new AbortController().signal,
    );
    await records.recordOutcome(this.#file, destination, this.#content, outcome);
    return reportOnOutcome(outcome, { target, token, host: new URL(endpoint).host, now: Date.now() }).text;
  }

  async standing(): Promise<'published' | 'unknown' | 'unsent'> {
    const record = (await (await this.#records()).read()).recordAt(placeOf(this.#destination));
    return record === undefined ? 'unsent' : record.pending === undefined ? 'published' : 'unknown';
  }

  #records(): Promise<PageRecords> {
    this.#opened ??= temporaryFolder('pages').then((temporary) => {
      const { folder = temporary, ...dependencies } = this.#dependencies;
      const identify = () => Promise.resolve(this.#file);
      return openRecords(folder, { identify, keepText: () => false, ...dependencies });
    });
    return this.#opened;
  }

  /** Sends it again as the person would, and says what stands in the wiki: the whole page, once. */
  async settle(): Promise<string> {
    const standing = await this.standing();
    if (standing === 'published') {
      this.#assertOnePage();
      return 'the page, once and whole';
    }
    const before = this.#pages().length;
    const told = await this.send();
    assert.match(told, before > 0 ? /may have arrived/ : /was published/);
    this.#assertOnePage();
    const then = before > 0 ? 'sent again, and told that it had arrived' : 'sent again, and published';
    return `the page, once and whole (remembered as ${standing}; ${then})`;
  }

  #assertOnePage(): void {
    const [page, ...others] = this.#pages();
    assert.ok(page !== undefined && others.length === 0, 'one page');
    assert.equal(page.version, 1);
    assert.equal(page.content, this.#content);
  }

  #pages() {
    return this.#wiki.pages.pages.filter(({ title }) => title === this.#destination.target.title);
  }
}

export async function tokenOf(wiki: Wiki): Promise<ApiToken> {
  const { value } = readApiToken(await wiki.createToken());
  assert.ok(value);
  return value;
}
