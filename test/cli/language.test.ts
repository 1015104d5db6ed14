import assert from 'node:assert/strict';
import { languageOf } from '../../src/cli/environment/language.js';
import { commandNames } from '../../src/cli/environment/usage.js';
import { guides } from '../ui/steps.js';
import { Terminal } from './terminal.js';

const front = `---\nwiki: { space: "${guides.space}", parent: "${guides.parent}" }\n---\n`;

describe('The language of a terminal', () => {
  for (const [language, environment, args] of [
    ['en', {}, []],
    ['de', { LANG: 'de_DE.UTF-8' }, []],
    ['fr', { LANG: 'de_DE.UTF-8', LC_MESSAGES: 'fr_CA.UTF-8' }, []],
    ['ja', { LANG: 'de_DE.UTF-8', LC_MESSAGES: 'fr_CA.UTF-8', LC_ALL: 'ja_JP.eucJP' }, []],
    ['de', { LANG: 'de_DE.UTF-8', LC_MESSAGES: '', LC_ALL: '' }, []],
    ['en', { LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, []],
    ['en', { LANG: 'C.UTF-8' }, []],
    ['en', { LANG: 'POSIX' }, []],
    ['en', { LANG: 'xx' }, []],
    ['en', { LANG: 'no language/at all' }, []],
    ['es', { LANG: 'es_MX@euro' }, []],
    ['zh-cn', { LANG: 'zh_CN' }, []],
    ['zh-cn', { LANG: 'zh-Hans' }, []],
    ['zh-cn', { LANG: 'zh_SG.GB2312' }, []],
    ['en', { LANG: 'zh_TW.UTF-8' }, []],
    ['en', { LANG: 'de_DE.UTF-8', CI: 'true' }, []],
    ['de', { LANG: 'de_DE.UTF-8', CI: 'false' }, []],
    ['fr', { LANG: 'de_DE.UTF-8', CI: 'true' }, ['check', '--lang', 'fr']],
    ['ja', { LANG: 'de_DE.UTF-8' }, ['check', 'docs', '--lang=ja']],
    ['en', { LANG: 'de_DE.UTF-8' }, ['--help', '--lang', 'en']],
    ['de', { LANG: 'de_DE.UTF-8' }, ['check', '--', '--lang=ja']],
  ] as const) {
    it(`is ${language} for ${JSON.stringify(environment)} and “${args.join(' ')}”`, () => {
      assert.equal(languageOf(args, environment), language);
    });
  }
});

describe('A terminal in another language', () => {
  let terminal: Terminal;

  beforeEach(async () => {
    terminal = await Terminal.open({
      'eins.md': `${front}# Eins\n\n[x](fehlt.md)\n`,
      'zwei.md': '# Zwei\n\nInhalt.\n',
      'drei.md': '# Drei\n\n<!-- offen\n',
    });
    terminal.environment.LANG = 'de_DE.UTF-8';
  });

  afterEach(() => terminal.close());

  /** Fails if a line is in English. */
  const assertGerman = (text: string): void => {
    for (const line of text.split('\n').filter((each) => !each.startsWith('  publish-to-wiki '))) {
      assert.doesNotMatch(
        // What the wiki itself answers is told as it is.
        line.replace('Success: The page was created.', ''),
        /(?<![\w-])(?:the|is|are|and|of|to|with|from|which|not|by|no|file|page|error|warning|problems?)(?![\w-])/,
      );
    }
  };

  it('has no line in English: help, problems, plan, run and refusals', async function () {
    this.timeout(120_000);
    for (const args of [
      ['--help'],
      ...commandNames.map((name) => [name, '--help']),
      ['check'],
      ['plan'],
      ['publish', '--state', '.wiki'],
      ['pages', '--state', '.wiki'],
      ['test'],
      ['token'],
      ['pages'],
      ['check', '--formt', 'json'],
      ['check', '--root'],
      ['check', '--allow-empty=1'],
      ['check', 'fehlt'],
      ['token', 'docs'],
      ['publish', '--concurrency', '99'],
      ['publish', '--plan', 'fehlt.json'],
      ['check', '--base', 'fehlt'],
    ]) {
      const { out, err, exitCode } = await terminal.run(...args);
      const { out: english, err: englishError } = await terminal.run(...args, '--lang', 'en');
      assert.notEqual(`${out}${err}`, '');
      assert.notEqual(exitCode, null);
      assertGerman(`${out}${err}`);
      const same = new Set(
        `${english}${englishError}`.split('\n').filter((line) => /^[^ ]|^ {2}\w+ /.test(line)),
      );
      assert.deepEqual(
        `${out}${err}`.split('\n').filter((line) => same.has(line) && !line.startsWith('  publish-to-wiki ')),
        [],
      );
    }
  });

  it('words what names something of the editor in its own way', async () => {
    await terminal.write({ 'eins.md': '---\nwiki: { connection: Andere }\n---\n# Eins\n\nInhalt.\n' });
    const { err } = await terminal.run('plan', 'eins.md');
    assert.match(err, /^eins\.md nennt die Verbindung Andere\. Geben Sie mit --connection an/);
  });

  it('writes the same for programs', async () => {
    for (const [command, format] of [
      ['plan', 'json'],
      ['check', 'gitlab'],
      ['check', 'github'],
    ] as const) {
      const [german, japanese, english] = await Promise.all(
        [[], ['--lang', 'ja'], ['--lang', 'en']].map((named) =>
          terminal.run(command, '--format', format, ...named),
        ),
      );
      assert.deepEqual([german, japanese], [english, english]);
    }
  });

  it('refuses a language without a translation, and names those that there are', async () => {
    const { exitCode, err } = await terminal.run('check', '--lang', 'xx');
    assert.deepEqual([exitCode, err], [2, '--lang: en, de, es, fr, ja, zh-cn\n']);
  });
});
