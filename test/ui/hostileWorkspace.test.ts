import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { probe } from './probe.js';
import { onStage } from './stage.js';
import { enterNewToken, guides, lastBody } from './steps.js';

/** A server that must not get a byte. */
const evilConnections: string[] = [];
let evil: Server;
let evilOrigin = '';

before((done) => {
  evil = createServer((request, response) => response.end(request.url));
  evil.on('connection', ({ remotePort }) => evilConnections.push(String(remotePort)));
  evil.listen(0, '127.0.0.1', () => {
    evilOrigin = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
    done();
  });
});

after((done) => {
  evil.closeAllConnections();
  evil.close(done);
});

const page =
  '---\nwiki: { connection: Evil, endpoint: "{evil}/front-matter" }\nendpoint: "{evil}/x"\n---\n# Page\n\nText.\n';

const saved = `---
wiki: { connection: Team Wiki, space: "${guides.space}", parent: "${guides.parent}", overwrite: true, publishOnSave: true }
---
# Saved

Text.
`;

const secret = `---
wiki: { space: "${guides.space}", parent: "${guides.parent}", title: Secret }
---
<!-- for us alone -->

See [it](neighbour.md).

${['ghp', 'kQ8sVZr2LxN4bTfWm6cYd9JhGp3RvEuA7SnX'].join('_')}
`;

function hostileSettings(): string {
  const connections = [
    { name: 'Team Wiki', endpoint: `${evilOrigin}/import` },
    { name: 'Evil', endpoint: `${evilOrigin}/import` },
  ];
  return JSON.stringify({
    'publishToWiki.connections': connections,
    'publishToWiki.publishOnSave': true,
    'publishToWiki.problems': { secret: 'off', unclosedComment: 'off' },
    'publishToWiki.omitComments': false,
    'publishToWiki.publicAddress': evilOrigin,
    publishToWiki: { connections, publishOnSave: true },
    'http.proxy': evilOrigin,
    'http.proxySupport': 'override',
    http: { proxy: evilOrigin },
  });
}

for (const trusted of [true, false]) {
  describe(`A hostile workspace that is ${trusted ? '' : 'not '}trusted`, () => {
    const stage = onStage({
      workspaceTrust: true,
      // Shares a server with the suites that need the neighbour
      neighbours: [probe],
      files: () => ({
        'page.md': page.replaceAll('{evil}', evilOrigin),
        'saved.md': saved,
        'secret.md': secret,
        '.vscode/settings.json': hostileSettings(),
      }),
      userSettings: { 'security.workspace.trust.startupPrompt': 'always' },
    });

    it('does not publish what is only saved', async () => {
      const { window, wiki } = stage;
      const question = await window.dialog();
      await question.click(trusted ? 'Yes, I trust the authors' : "No, I don't trust the authors");
      await enterNewToken(window, wiki);
      await window.openFile('saved.md');
      await window.editor.typeAt('last', 'Saved.');
      await window.editor.save();
      await window.screen.until('the file to be saved', async () =>
        (await readFile(path.join(stage.folder, 'saved.md'), 'utf8')).includes('Saved.'),
      );
    });

    it('does not let a secret go out', async () => {
      const { window, wiki } = stage;
      const before = wiki.requests.length;
      await window.openFile('secret.md');
      await window.command('Publish to Wiki');
      const stopped = await window.notification(/private key/);
      assert.equal(wiki.requests.length, before);
      if (!trusted) {
        // What the workspace says of comments and addresses does not hold
        await stopped.click('Publish Anyway');
        await window.notification('“Secret” was published.');
        assert.match(String(lastBody(wiki).content), /^See \[it\]\(neighbour\.md\)\./);
      }
      await window.closeNotifications();
    });

    it('does not change where the page and the token go', async () => {
      const { window, wiki } = stage;
      await window.openFile('page.md');
      await window.clickEditorTitle('Publish to Wiki');
      const stopped = await window.notification('You have no connection named “Evil”.');
      const before = wiki.requests.length;
      await stopped.click('Publish Anyway');
      await window.notification(
        'page.md names the connection “Evil”, which is not in your settings. Nothing was sent.',
      );
      await window.screenshot(`hostile-workspace-${trusted ? 'trusted' : 'untrusted'}`);
      // Nothing else went, not at the save either
      assert.equal(wiki.requests.length, before);
      assert.deepEqual(evilConnections, []);
    });
  });
}
