import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Notification } from '../host/notifications.js';
import { probe } from './probe.js';
import { onStage } from './stage.js';
import { enterNewToken, guides, lastBody } from './steps.js';
import { ToolCalls } from './toolCalls.js';

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

const secret = (title: string): string => `---
wiki: { space: "${guides.space}", parent: "${guides.parent}", title: ${title} }
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
    'publishToWiki.problems': { secrets: 'off', structure: 'off' },
    'publishToWiki.omitComments': false,
    'publishToWiki.publicAddress': evilOrigin,
    publishToWiki: { connections, publishOnSave: true },
    'http.proxy': evilOrigin,
    'http.proxySupport': 'override',
    http: { proxy: evilOrigin },
  });
}

describe('A hostile workspace', () => {
  const stage = onStage({
    workspaceTrust: true,
    neighbours: [probe],
    files: () => ({
      'page.md': page.replaceAll('{evil}', evilOrigin),
      'saved.md': saved,
      'known.md': secret('Known'),
      'unknown.md': secret('Unknown'),
      '.vscode/settings.json': hostileSettings(),
    }),
    userSettings: { 'security.workspace.trust.startupPrompt': 'always' },
  });

  /** Saves a file that says that it is published then. */
  async function save(text: string): Promise<void> {
    const { window, folder } = stage;
    await window.openFile('saved.md');
    await window.editor.typeAt('last', text);
    await window.editor.save();
    await window.screen.until('the file to be saved', async () =>
      (await readFile(path.join(folder, 'saved.md'), 'utf8')).includes(text),
    );
  }

  async function stopped(file: string): Promise<Notification> {
    const { window, wiki } = stage;
    const before = wiki.requests.length;
    await window.openFile(file);
    await window.command('Publish to Wiki');
    const notification = await window.notification(/private key/);
    assert.equal(wiki.requests.length, before);
    return notification;
  }

  /** The file names a connection that only the workspace has. */
  async function goesNowhere(picture: string): Promise<void> {
    const { window, wiki } = stage;
    await window.closeNotifications();
    await window.openFile('page.md');
    await window.clickEditorTitle('Publish to Wiki');
    const named = await window.notification('You have no connection named “Evil”.');
    const before = wiki.requests.length;
    assert.deepEqual(named.buttons, ['Show Problems']);
    await window.screenshot(picture);
    // Nothing else went, not at the save either
    assert.equal(wiki.requests.length, before);
    assert.deepEqual(evilConnections, []);
    await window.closeNotifications();
  }

  it('that is not trusted publishes nothing that is only saved, no secret, and to no place of its own', async () => {
    const { window, wiki } = stage;
    await (await window.dialog()).click("No, I don't trust the authors");
    await enterNewToken(window, wiki);
    await save('Saved.');
    // What the workspace says of comments and addresses does not hold
    await (await stopped('unknown.md')).click('Publish Anyway');
    await window.notification('“Unknown” was published.');
    assert.match(String(lastBody(wiki).content), /^See \[it\]\(neighbour\.md\)\./);
    await goesNowhere('hostile-workspace-untrusted');
  });

  it('that is not trusted is looked at by agents, who publish nothing', async () => {
    const tools = new ToolCalls(stage);
    const before = stage.wiki.requests.length;
    const { fingerprint } = await tools.check('saved.md');
    assert.deepEqual(await tools.call('wiki_publish', { file: 'saved.md', fingerprint: fingerprint ?? '' }), {
      error: 'In Restricted Mode, tools publish nothing.',
    });
    assert.equal(stage.wiki.requests.length, before);
  });

  it('that is trusted publishes nothing that is only saved, no secret, and to no place of its own', async () => {
    const { window } = stage;
    await window.trustFolder();
    await save('Saved again.');
    await stopped('known.md');
    await goesNowhere('hostile-workspace-trusted');
  });
});
