import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parsePageExport, type PageExportTemplate } from '../../../src/core/export/pageExport.js';
import { Secret } from '../../../src/core/text/secret.js';
import type { AccessTokenResult } from '../../../src/services/export/accessTokenResult.js';
import { exportPage, type ExportPageDependencies } from '../../../src/services/export/exportPage.js';
import { ExportSettings } from '../../../src/services/export/exportSettings.js';
import { PageThread } from '../../../src/services/page/pageThread.js';
import { startWiki, type Wiki } from '../../wiki/wiki.js';
import { configuration } from '../fakes.js';
import { routes, sendByUndici as send } from '../network/sending.js';
import { reply, serve } from '../network/servers.js';

const token = 'canary-access-token';
const from = { pageId: '100102', spaceKey: undefined, baseUrl: undefined };
const worker = path.join(__dirname, '..', '..', '..', 'src', 'services', 'page', 'pageWorker.js');
const pages = new PageThread(worker, undefined);
after(() => pages.dispose());
const never = new AbortController().signal;

function how(url: string, more: object = { markdown: '/markdown' }): PageExportTemplate {
  const parsed = parsePageExport({
    url: `${url}/export?page={pageId}`,
    body: { pageId: '{pageId}' },
    ...more,
  });
  assert.ok(parsed?.value, parsed?.problem);
  return parsed.value;
}

function session(
  ...tokens: readonly string[]
): ExportPageDependencies['session'] & { readonly asked: () => number } {
  let asked = 0;
  const next = (): Promise<AccessTokenResult> => {
    const text = tokens[asked++];
    return Promise.resolve(
      text === undefined
        ? { kind: 'unavailable', reason: 'tokenRefused', retryAt: undefined }
        : ({
            kind: 'token',
            accessToken: new Secret(text),
            durability: 'both',
          } as unknown as AccessTokenResult),
    );
  };
  return { getAccessToken: next, replaceRefusedToken: next, asked: () => asked };
}

for (const [route, by] of Object.entries(routes)) {
  describe(`A page from the export API, through ${route}`, () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`is not fetched from where a redirect with ${status} leads`, async () => {
        const second = await serve(reply(200, '{"markdown":"stolen"}'));
        const first = await serve(reply(status, '', { location: `${second.origin}/export` }));
        try {
          const got = await exportPage(
            { send: by, session: session(token), pages },
            how(first.origin),
            from,
            never,
          );
          assert.ok(got.kind === 'failed');
          assert.match(got.problem, new RegExp(`answered with a redirect \\(${status}\\)`));
          assert.equal(second.received.length, 0);
          assert.equal(first.received[0]?.headers.authorization, `Bearer ${token}`);
        } finally {
          await Promise.all([first.close(), second.close()]);
        }
      });
    }

    it('is refused where the answer has 10 MB, and soon', async () => {
      const server = await serve(reply(200, JSON.stringify({ markdown: 'x'.repeat(10 * 1024 * 1024) })));
      try {
        const before = process.cpuUsage();
        const got = await exportPage(
          { send: by, session: session(token), pages },
          how(server.origin),
          from,
          never,
        );
        assert.ok(got.kind === 'failed');
        assert.match(got.problem, /broke off, or is larger than 4 MB/);
        assert.ok(process.cpuUsage(before).user < 5_000_000);
      } finally {
        await server.close();
      }
    });

    it('may have 3 MB', async () => {
      const markdown = 'ü'.repeat(1.5 * 1024 * 1024);
      const server = await serve(reply(200, JSON.stringify({ markdown })));
      try {
        const got = await exportPage(
          { send: by, session: session(token), pages },
          how(server.origin),
          from,
          never,
        );
        assert.ok(got.kind === 'markdown' && got.markdown === markdown);
      } finally {
        await server.close();
      }
    });
  });
}

describe('A page from the export API', () => {
  async function answeredWith(status: number, body: string, more?: object): Promise<string> {
    const server = await serve(reply(status, body, { 'content-type': 'application/json' }));
    try {
      const got = await exportPage(
        { send, session: session(token), pages },
        how(server.origin, more),
        from,
        never,
      );
      return got.kind === 'failed'
        ? got.problem
        : got.kind === 'markdown'
          ? `Markdown: ${got.markdown}`
          : got.kind;
    } finally {
      await server.close();
    }
  }

  const zip = { zip: { base64: '/zipBase64' } };
  const answers: readonly (readonly [string, number, string, RegExp, object?])[] = [
    [
      'has the text where the setting says',
      200,
      '{"a":{"b":["","T\\u00e9xt"]}}',
      /^Markdown: Téxt$/,
      { markdown: '/a/b/1' },
    ],
    ['is empty', 200, '{"markdown":""}', /^Markdown: $/],
    ['is no JSON', 200, '<html>Sign in</html>', /has no text at “\/markdown”/],
    ['has it elsewhere', 200, '{"text":"a"}', /has no text at “\/markdown”/],
    ['has no text there', 200, '{"markdown":{"a":1}}', /has no text at “\/markdown”/],
    ['has no archive', 200, '{"zipBase64":"no archive"}', /damaged, encrypted or too large/, zip],
    ['refuses the token’s scope', 403, '{"error":"no scope"}', /refuses the access token \(403\).*no scope/],
    ['does not know the page', 404, '{}', /does not know this page/],
    ['fails', 500, 'It failed.', /answered with 500\. “It failed\.”/],
    ['fails with a page', 502, '<html>Bad gateway</html>', /answered with 502\.$/],
    ['says the token', 500, `{"error":"${token}"}`, /answered with 500\. “\{'error':'\*\*\*'\}”/],
    ['has the token in its text', 200, `{"markdown":"a ${token} b"}`, /^Markdown: a \*\*\* b$/],
  ];
  for (const [what, status, body, said, more] of answers) {
    it(`is told truthfully where the answer ${what}`, async () => {
      const told = await answeredWith(status, body, more);
      assert.match(told, said);
      assert.ok(!told.includes(token));
    });
  }

  it('is asked for with a newer token, once, where the service refuses the first', async () => {
    const server = await serve((response, request) =>
      response
        .writeHead(request.headers.authorization === 'Bearer newer' ? 200 : 401)
        .end('{"markdown":"text"}'),
    );
    try {
      const good = session('older', 'newer');
      assert.deepEqual(await exportPage({ send, session: good, pages }, how(server.origin), from, never), {
        kind: 'markdown',
        markdown: 'text',
      });
      assert.equal(good.asked(), 2);
      const bad = session('older', 'other');
      const got = await exportPage({ send, session: bad, pages }, how(server.origin), from, never);
      assert.match(got.kind === 'failed' ? got.problem : '', /refuses the access token \(401\)/);
      assert.equal(bad.asked(), 2);
      const none = await exportPage({ send, session: session(), pages }, how(server.origin), from, never);
      assert.equal(none.kind, 'unavailable');
      assert.equal(server.received.length, 4);
    } finally {
      await server.close();
    }
  });

  it('is not asked for where something is not known that the request needs', async () => {
    const server = await serve(reply(200, '{}'));
    try {
      const wanting = how(server.origin, { markdown: '/a', body: { id: '{pageId}', key: '{spaceKey}' } });
      const got = await exportPage({ send, session: session(token), pages }, wanting, from, never);
      assert.match(got.kind === 'failed' ? got.problem : '', /asks for spaceKey/);
      assert.equal(server.received.length, 0);
    } finally {
      await server.close();
    }
  });

  it('can be cancelled while the service takes its time', async () => {
    const server = await serve(() => undefined);
    try {
      const cancel = new AbortController();
      const got = exportPage(
        { send, session: session(token), pages },
        how(server.origin),
        from,
        cancel.signal,
      );
      while (server.received.length === 0) {
        await pause(5);
      }
      cancel.abort();
      assert.deepEqual(await got, { kind: 'cancelled' });
    } finally {
      await server.close();
    }
  });

  it('is had as only the person’s own setting says', () => {
    const page = { url: 'https://mine.example/{pageId}', markdown: '/a' };
    const theirs = { url: 'https://theirs.example/{pageId}', markdown: '/a' };
    const read = (user: object, workspace: object) =>
      new ExportSettings(() => configuration({ ...user }, { workspace: { ...workspace } })).pageExport();
    assert.equal(read({ export: { page } }, { export: { page: theirs } })?.value?.url, page.url);
    assert.equal(read({}, { export: { page: theirs } }), undefined);
    assert.equal(
      read({ export: { authUrl: 'https://id.example' } }, { export: { page: theirs } }),
      undefined,
    );
  });
});

describe('A page from the stand-in wiki', () => {
  let wiki: Wiki;
  beforeEach(async () => {
    wiki = await startWiki();
  });
  afterEach(() => wiki.close());

  for (const [shape, more] of Object.entries({
    Markdown: { markdown: '/markdown' },
    zip: { body: { pageId: '{pageId}', format: 'zip' }, zip: { base64: '/zipBase64', file: '*.md' } },
    'zip, where nothing says which file': {
      body: { pageId: '{pageId}', format: 'zip' },
      zip: { base64: '/zipBase64' },
    },
  })) {
    it(`comes as ${shape}`, async () => {
      const { access_token: access } = await wiki.signIn();
      const { value } =
        parsePageExport({ url: wiki.exportEndpoint, body: { pageId: '{pageId}' }, ...more }) ?? {};
      assert.ok(value);
      assert.deepEqual(await exportPage({ send, session: session(access), pages }, value, from, never), {
        kind: 'markdown',
        markdown: wiki.pages.page('100102')?.content,
      });
    });
  }

  it('is not taken where its answer is cut off', async () => {
    const { access_token: access } = await wiki.signIn();
    wiki.scriptExports({ do: 'cutAnswer', afterBytes: 300 });
    const { value } =
      parsePageExport({ url: wiki.exportEndpoint, body: { pageId: '{pageId}' }, markdown: '/markdown' }) ??
      {};
    assert.ok(value);
    const got = await exportPage({ send, session: session(access), pages }, value, from, never);
    assert.match(got.kind === 'failed' ? got.problem : '', /broke off, or is larger than|did not answer/);
  });
});
