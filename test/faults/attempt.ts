import assert from 'node:assert/strict';
import { readApiToken, type ApiToken } from '../../src/core/connection/apiToken.js';
import type { Outcome } from '../../src/core/wiki/outcome.js';
import { reportOn } from '../../src/core/wiki/outcomeReport.js';
import {
  afterSending,
  beforeSending,
  mayHaveArrived,
  type Choice,
  type Remembered,
} from '../../src/core/publish/remembered.js';
import { createSend } from '../../src/services/network/network.js';
import { readNetworkSettings } from '../../src/services/network/networkSettings.js';
import { publishPage } from '../../src/services/publish/publishPage.js';
import { configuration } from '../services/fakes.js';
import type { Wiki } from '../wiki/wiki.js';

/** A page on its way to a wiki without an editor, sent as often as a person would. */
export class Attempt {
  readonly #wiki: Wiki;
  readonly #content: string;
  readonly #choice: Choice;
  #remembered: Remembered | undefined;
  readonly #send = createSend(
    () => readNetworkSettings(configuration({}), {}),
    () => undefined,
  );

  constructor(wiki: Wiki, options: { readonly endpoint?: string; readonly content?: string } = {}) {
    this.#wiki = wiki;
    this.#content = options.content ?? '# A Page\n\nText.\n';
    const target = { space: '1001', parent: '100102', title: 'A Page', overwrite: false };
    this.#choice = {
      endpoint: options.endpoint ?? wiki.importEndpoint,
      target,
      suggestedTitle: target.title,
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
    const choice = { ...this.#choice, ...(options.endpoint && { endpoint: options.endpoint }) };
    const token = options.token ?? (await tokenOf(this.#wiki));
    const sending = beforeSending(choice, this.#remembered);
    const outcome: Outcome = await publishPage(
      {
        send: (request, given) =>
          this.#send(request, { ...given, deadlineMs: options.deadlineMs ?? given.deadlineMs }),
        now: Date.now,
        pause: () => Promise.resolve(),
        log: () => undefined,
      },
      {
        endpoint: choice.endpoint,
        token,
        target: choice.target,
        content: this.#content,
        mayHaveArrived: mayHaveArrived(choice, this.#remembered),
      },
      () => undefined,
      options.signal ?? new AbortController().signal,
    );
    this.#remembered = { ...afterSending(sending, outcome), endpoint: this.#choice.endpoint };
    const host = new URL(choice.endpoint).host;
    return reportOn(outcome, { target: choice.target, token, host, now: Date.now() }).text;
  }

  get standing(): Remembered['standing'] | undefined {
    return this.#remembered?.standing;
  }

  /** Sends it again as the person would, and says what stands in the wiki: the whole page, once. */
  async settle(): Promise<string> {
    const { standing } = this;
    if (standing === 'published') {
      this.#assertOnePage();
      return 'the page, once and whole';
    }
    const before = this.#pages().length;
    const told = await this.send();
    assert.match(told, before > 0 ? /most likely arrived/ : /was published/);
    this.#assertOnePage();
    const then = before > 0 ? 'sent again, and told that it had arrived' : 'sent again, and published';
    return `the page, once and whole (remembered as ${standing ?? ''}; ${then})`;
  }

  #assertOnePage(): void {
    const [page, ...others] = this.#pages();
    assert.ok(page !== undefined && others.length === 0, 'one page');
    assert.equal(page.version, 1);
    assert.equal(page.content, this.#content);
  }

  #pages() {
    return this.#wiki.pages.pages.filter(({ title }) => title === this.#choice.target.title);
  }
}

export async function tokenOf(wiki: Wiki): Promise<ApiToken> {
  const { value } = readApiToken(await wiki.createToken());
  assert.ok(value);
  return value;
}
