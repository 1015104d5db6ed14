import assert from 'node:assert/strict';
import { formatTime } from '../../../src/core/connection/apiToken.js';
import { dayMs, hourMs, minuteMs } from '../../../src/core/text/duration.js';
import {
  expiredText,
  expiryNoticeText,
  tokenStatusBarItem,
} from '../../../src/core/connection/tokenStatusBarItem.js';

const connection = { name: 'Docs', endpoint: 'https://acme.example.com/a' };
const issuedAt = Date.UTC(2026, 0, 1);
const token = { issuedAt, expiresAt: issuedAt + 7 * dayMs };
const view = (left: number) => tokenStatusBarItem(connection, token, token.expiresAt - left);

describe('The view of a token', () => {
  const looks: readonly (readonly [left: number, text: string, colour: string, spoken: RegExp])[] = [
    [6 * dayMs, '$(key) 6 d', 'none', /6 days left/],
    [5 * hourMs, '$(warning) 5 h', 'warning', /expires soon, 5 hours left/],
    [12 * minuteMs, '$(warning) 12 min', 'warning', /expires soon, 12 minutes left/],
    [0, '$(error) token expired', 'error', /expired/],
  ];
  for (const [left, text, colour, spoken] of looks) {
    it(`is ${text} in colour ${colour}`, () => {
      const shown = view(left);
      assert.deepEqual([shown.text, shown.colour], [text, colour]);
      assert.match(shown.accessibilityLabel, spoken);
    });
  }

  it('that the wiki refused says so, whatever is left of it, until it has expired', () => {
    const refused = (left: number) =>
      tokenStatusBarItem(connection, token, token.expiresAt - left, { isRefused: true });
    for (const left of [6 * dayMs, 23 * hourMs]) {
      const { text, colour, accessibilityLabel } = refused(left);
      assert.deepEqual([text, colour], ['$(error) token refused', 'error']);
      assert.equal(accessibilityLabel, 'Wiki API token: refused by the wiki');
    }
    assert.equal(refused(0).text, '$(error) token expired');
  });

  it('names its wiki among several: to a screen reader always, to others where something is to be done', () => {
    const shown = (left: number, isRefused = false): readonly string[] => {
      const options = { isRefused, nameAmongOthers: '$(x) Docs' };
      const item = tokenStatusBarItem(connection, token, token.expiresAt - left, options);
      return [item.text, item.accessibilityLabel];
    };
    assert.deepEqual(shown(6 * dayMs), ['$(key) 6 d', 'Wiki API token: 6 days left ($(x) Docs)']);
    assert.deepEqual(shown(5 * hourMs), [
      '$(warning) 5 h ($ (x) Docs)',
      'Wiki API token: expires soon, 5 hours left ($(x) Docs)',
    ]);
    assert.equal(shown(0)[0], '$(error) token expired ($ (x) Docs)');
    assert.equal(shown(6 * dayMs, true)[0], '$(error) token refused ($ (x) Docs)');
    const { text, accessibilityLabel } = tokenStatusBarItem(connection, undefined, 0, {
      nameAmongOthers: 'Docs',
    });
    assert.deepEqual([text, accessibilityLabel], ['$(key) no token', 'Wiki API token: none (Docs)']);
  });

  it('tells connection, times and life', () => {
    assert.deepEqual(view(dayMs).tooltip, [
      'Connection: Docs (acme.example.com)',
      'Wiki API Token',
      `Issued: ${formatTime(token.issuedAt)}`,
      `Expires: ${formatTime(token.expiresAt)}`,
      'Lifetime: 7 days',
    ]);
    assert.match(view(0).tooltip[3] ?? '', /^Expired: /);
    const nameless = { ...connection, name: 'acme.example.com' };
    assert.equal(tokenStatusBarItem(nameless, token, 0).tooltip[0], 'Connection: acme.example.com');
  });

  for (const [days, life] of [
    [1, '1 day'],
    [3, '3 days'],
    [14, '14 days'],
    [30, '30 days'],
  ] as const) {
    it(`tells a life of ${life}`, () => {
      const { tooltip } = tokenStatusBarItem(
        connection,
        { issuedAt, expiresAt: issuedAt + days * dayMs },
        issuedAt,
      );
      assert.equal(tooltip.at(-1), `Lifetime: ${life}`);
    });
  }

  it('tells what is missing', () => {
    const unconnected = tokenStatusBarItem(undefined, undefined, issuedAt);
    assert.equal(unconnected.text, '$(key) no token');
    assert.match(unconnected.tooltip.join(), /No wiki/);
    assert.match(tokenStatusBarItem(connection, undefined, issuedAt).tooltip.join(), /Docs.*No API token/);
    assert.equal(unconnected.changesAt, undefined);
  });

  it('is to be made anew when the label changes', () =>
    assert.equal(view(dayMs).changesAt, token.expiresAt - dayMs + 1));
});

describe('The notice of a token’s end', () => {
  it('is there in the last part of its life, and not after: a publish says so', () => {
    const notice = (left: number) => expiryNoticeText(connection, token, token.expiresAt - left);
    assert.equal(notice(2 * dayMs), undefined);
    assert.match(notice(dayMs) ?? '', /Docs expires on .*: app settings, tab “API”\.$/);
    assert.equal(notice(0), undefined);
    assert.match(expiredText(connection, token), /Docs expired on .*: app settings, tab “API”\.$/);
  });
});
