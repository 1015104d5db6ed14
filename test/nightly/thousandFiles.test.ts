import { PlanView } from '../host/planView.js';
import assert from 'node:assert/strict';
import { probe } from '../ui/probe.js';
import { onStage } from '../ui/stage.js';
import type { Wiki } from '../wiki/wiki.js';
import { enterNewToken, guides } from '../ui/steps.js';

const answerMs = 50;
const concurrency = 4;
const count = 1_000;
const killedCount = 200;

const text = (title: string): string =>
  `# ${title}\n\n${`All that there is to say about ${title}. `.repeat(40)}\n`;
const folder = (name: string, files: number): [string, string][] =>
  Array.from({ length: files }, (_, index) => [`${name}/${index}.md`, text(`${name} ${index}`)]);

describe('A thousand files', () => {
  const stage = onStage({
    files: () => Object.fromEntries([...folder('all', count), ...folder('killed', killedCount)]),
    neighbours: [probe],
    allBuiltIn: true,
    userSettings: { 'publishToWiki.space': guides.space, 'publishToWiki.parent': guides.parent },
  });

  before(() => enterNewToken(stage.window, stage.wiki));

  const wiki = (): Wiki => stage.wiki;
  const slowly = (requests: number): void =>
    stage.wiki.script(
      ...Array.from({ length: requests }, () => ({ do: 'delay', milliseconds: answerMs }) as const),
    );
  const sends = (from: number): Map<string, number> => {
    const sent = new Map<string, number>();
    for (const { body } of stage.wiki.requests.slice(from)) {
      const { pageTitle } = JSON.parse(body.toString()) as { pageTitle: string };
      sent.set(pageTitle, (sent.get(pageTitle) ?? 0) + 1);
    }
    return sent;
  };

  async function start(name: string): Promise<void> {
    const { window } = stage;
    await window.explorerContext(name, 'Publish Folder as Wiki Pages…');
    const plan = new PlanView(window.screen);
    await plan.says(/^“.*”: /);
    await plan.publish();
    await window.quickPick('Replace the pages');
  }

  async function startMeter(): Promise<number> {
    const { window } = stage;
    await window.command('Probe: Start Meter');
    const { message } = await window.notification(/^process \d+/);
    return Number(/\d+/.exec(message)?.[0]);
  }

  /** From the first of these requests to the last answer. */
  const lasted = (from: number): number => {
    const received = wiki().requests.slice(from);
    return Math.max(...received.map(({ at, answeredAt = at }) => answeredAt)) - (received[0]?.at ?? 0);
  };

  /** What bare requests take in the same process: the machine may have other work, the wiki too. */
  async function bareRun(): Promise<number> {
    const { window } = stage;
    const from = wiki().requests.length;
    const requests = count / 4;
    slowly(requests);
    await window.command('Probe: Bare Run');
    await window.quickTitle('Bare Run');
    await window.quickType(JSON.stringify({ endpoint: wiki().importEndpoint, requests, concurrency }));
    await window.accept();
    await window.notification('bare run done');
    await window.closeNotifications();
    return lasted(from);
  }

  it('take hardly longer than the wiki needs; memory stays flat and VS Code responsive', async () => {
    const { window } = stage;
    const bare = await bareRun();
    // What is loaded once, and the plan, are not the run
    await startMeter();
    await window.explorerContext('all', 'Publish Folder as Wiki Pages…');
    const plan = new PlanView(window.screen);
    await plan.says(/^“.*”: /);
    const from = wiki().requests.length;
    slowly(count);
    await plan.publish();
    await window.quickPick('Replace the pages');
    await plan.says(/ left$/);
    await window.screenshot('thousand');
    const askingOrder = Date.now();
    assert.equal(await window.hasCommand('Manage Connections…'), true);
    const paletteMs = Date.now() - askingOrder;
    await window.notification('1,000 pages were published.', 90_000);
    const tookMs = lasted(from);
    const sent = sends(from);
    await window.command('Probe: Read Meter');
    const { message } = await window.notification(/^delay \d+ ms/);
    await window.closeNotifications();
    const idealMs = 2 * (bare + (await bareRun()));
    const [, longest, , grown] = /delay (\d+) ms, 99 % (\d+) ms, heap (-?[\d.]+) MB/.exec(message) ?? [];
    const ratio = tookMs / idealMs;
    console.log(
      `      ${tookMs} ms, ${ratio.toFixed(3)} of the ideal of ${idealMs} ms; ${message}; palette ${paletteMs} ms`,
    );
    assert.ok(ratio <= 1.15, `${tookMs} of ${idealMs} ms`);
    assert.ok(Number(longest) < 1_000, message);
    assert.ok(Number(grown) < 40, message);
    assert.ok(paletteMs < 5_000, `${paletteMs} ms`);
    assert.equal(sent.size, count);
    assert.ok([...sent.values()].every((times) => times === 1));
  });

  it('go on after a kill in the middle: none is forgotten, and only those under way are sent twice', async () => {
    const { window, wiki } = stage;
    await window.closeNotifications();
    const before = wiki.requests.length;
    const pid = await startMeter();
    slowly(killedCount);
    await start('killed');
    await window.screen.until('half of the pages', () =>
      Promise.resolve(wiki.requests.length - before >= killedCount / 2),
    );
    process.kill(pid, 'SIGKILL');
    const interrupted = await window.notification(/^Publishing was interrupted: \d+ of 200 pages/, 60_000);
    await window.screenshot('interrupted');
    const sentBefore = wiki.requests.length - before;
    assert.ok(sentBefore < killedCount);
    await interrupted.click('Publish the Rest');
    await window.quickPick('Replace the pages');
    await window.notification('200 pages were published.', 60_000);
    const sent = sends(before);
    assert.equal(sent.size, killedCount);
    const twice = [...sent.values()].filter((times) => times > 1);
    console.log(`      killed after ${sentBefore}; ${twice.length} sent twice`);
    // An answer is written down while the next page is sent
    assert.ok(twice.length <= 2 * concurrency && twice.every((times) => times === 2), String(twice));
  });
});
