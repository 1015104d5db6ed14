import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { startWiki, type Wiki } from '../wiki/wiki.js';
import { inLanguage, stepsText } from './steps.js';

describe('What npm start prints', () => {
  let wiki: Wiki;
  let text: string;

  before(async () => {
    wiki = await startWiki();
    text = stepsText({ vscode: wiki.origin, wiki, second: wiki, folder: __dirname });
  });
  after(() => wiki.close());

  it('has lines for a terminal that work, whatever Node.js is on its path', () => {
    const lines = text.split('\n').filter((line) => line.includes('main.js'));
    assert.equal(lines.length, 2);
    for (const line of lines) {
      const help = line.replace(/terminal$/, '--help');
      assert.match(
        execFileSync('/bin/sh', ['-c', help], { encoding: 'utf8', env: { PATH: '/nowhere' } }),
        /^Usage:/,
      );
    }
  });

  it('names each command as its window does', async () => {
    const names = (said: string): readonly string[] => said.match(/“[^”]+”/g) ?? [];
    const german = await inLanguage(text, 'de');
    const others = names(text).filter((name, at) => names(german)[at] === name);
    assert.deepEqual(others, ['“Edit as Mara Lind”', '“handbook”', '“Wiki”']);
    assert.ok(names(german).includes('“Verbindungen verwalten…”'));
  });
});
