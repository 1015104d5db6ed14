import assert from 'node:assert/strict';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

/** What a terminal obeys, and what reorders or hides text. */
const obeyed = /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u;

const names = [
  'esc\u001b[2J\u001b]0;title\u0007x',
  'osc8\u001b]8;;https:example.org\u001b\\link\u001b]8;;\u001b\\',
  'c1\u009b31m\u009d0;x\u009c\u0085',
  'bidi\u202egnp\u2066x\u2069\u200f',
  'cr\rover\u2028line\u2029',
  'tag\u{e0041}\u{e007f}zero\u200b\ufeff',
];

describe('A hostile name', () => {
  let terminal: Terminal;

  before(async () => {
    const text = (at: number): string =>
      `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n# ${names[at]}\n\n[x](missing${at}.md)\n`;
    terminal = await Terminal.open({
      ...Object.fromEntries(names.map((name, at) => [`docs/${name}/a${name}.md`, text(at)])),
    });
  });
  after(() => terminal.close());

  for (const format of ['text', 'json', 'github', 'gitlab']) {
    it(`is shown by ${format} without what a terminal obeys, by each command`, async () => {
      for (const command of ['check', 'plan', 'publish']) {
        const { out, err } = await terminal.run(command, '--format', format);
        assert.match(out, /esc/, command);
        assert.doesNotMatch(out, obeyed, `${command}: ${JSON.stringify(out)}`);
        assert.doesNotMatch(err, obeyed, `${command}: ${JSON.stringify(err)}`);
      }
    });
  }

  it('is the name of the file all the same in JSON', async () => {
    const { out } = await terminal.run('check', '--format', 'json');
    const { findings } = JSON.parse(out) as { readonly findings: readonly { readonly file: string }[] };
    assert.deepEqual(
      new Set(findings.map(({ file }) => file)),
      new Set(names.map((name) => `docs/${name}/a${name}.md`)),
    );
  });
});
