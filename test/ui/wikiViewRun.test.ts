import assert from 'node:assert/strict';
import { PlanView } from '../host/planView.js';
import { WikiView } from '../host/wikiView.js';
import { onStage } from './stage.js';
import { enterNewToken, enterPlatformToken, guides } from './steps.js';

const count = 60;
const place = { 'publishToWiki.space': guides.space, 'publishToWiki.parent': guides.parent };
const pages = Object.fromEntries(
  Array.from({ length: count }, (_, at) => [
    `zones/${at}.md`,
    `# Zone ${at}\n\n[The next one](${(at + 1) % count}.md)\n`,
  ]),
);

describe('The Wiki view while a run goes on', () => {
  const stage = onStage({ files: { ...pages, '.vscode/settings.json': JSON.stringify(place) } });

  it('says of a page that was sent for the second time that it is as it was published', async () => {
    const { window, wiki } = stage;
    await enterNewToken(window, wiki);
    await enterPlatformToken(window, wiki);
    wiki.script(...Array.from({ length: 2 * count }, () => ({ do: 'delay', milliseconds: 90 }) as const));
    await window.explorerContext('zones', 'Publish Folder to Wiki');
    const [plan, view] = [new PlanView(window.screen), new WikiView(window.screen)];
    await plan.says(`“zones”: ${count} pages will be published.`);
    await view.open();
    await view.showFiles(false);
    await plan.clickTitle('Publish Checked Pages');
    await window.screen.until('the second sends', () => Promise.resolve(wiki.requests.length > count + 10));
    await view.row(/^Zone 0 zones\/0\.md, .*(now|ago)$/);
    assert.ok(wiki.requests.length < 2 * count, 'The run is still under way.');
    await window.notification(`${count} pages were published.`);
  });
});
