import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { Terminal } from '../cli/terminal.js';
import { projectRoot } from '../host/folders.js';
import { PlanView } from '../host/planView.js';
import { markdown } from '../properties/anyMarkdown.js';
import { onStage } from '../ui/stage.js';
import { enterNewToken, guides } from '../ui/steps.js';
import type { Wiki } from '../wiki/wiki.js';

const seed = Number(process.env.PROPERTY_SEED ?? 20_261_123);

const installed = (): Record<string, string> =>
  Object.fromEntries(
    globSync('node_modules/**/*.md', { cwd: projectRoot })
      .toSorted()
      // A title of its own each: the others would be blocked, and nothing of them compared
      .map((file, index) => [
        `installed/${index % 40}/${index} ${path.basename(file)}`,
        readFileSync(path.join(projectRoot, file), 'utf8').replace(/^(# .*)$/m, `$1 ${index}`),
      ]),
  );

const name = fc.constantFrom(
  'index.md',
  'README.md',
  'a b.md',
  'über.md',
  '日本.markdown',
  '100%.md',
  'x.MD',
  'n.txt',
);
const folder = fc.constantFrom('', 'docs/', 'docs/deep/', 'node_modules/', '.hidden/', 'old/', 'böse #1/');
const matter = fc.constantFrom(
  '',
  '---\ntitle: Named\n---\n',
  '---\nwiki:\n  parent: "100101"\n---\n',
  '---\nwiki: { space: "1002", parent: "100203", title: "Own Title" }\n---\n',
  '---\nwiki:\n  overwrite: false\n---\n',
  '---\nwiki: [\n---\n',
  '---\nwiki:\n  space: nowhere at all\n---\n',
  '+++\ntitle = "Toml"\n+++\n',
  '{ "title": "Json" }\n',
);
const file = fc.record({
  name: fc.tuple(folder, name).map((parts) => parts.join('')),
  text: fc
    .tuple(matter, fc.constantFrom('', '# Heading\n\n', '# Heading *two*\n\n'), markdown)
    .map((parts) => parts.join('')),
});
const rules = fc.constantFrom('', 'old/\n', '*.MD\n', 'docs/*\n!docs/deep/\n');

/** A hundred and twenty folders, each with files, front matter and rules that nobody thought of. */
const generated = (): Record<string, string> =>
  Object.fromEntries(
    fc
      .sample(fc.tuple(fc.array(file, { minLength: 3, maxLength: 25 }), rules, rules), { numRuns: 120, seed })
      .flatMap(([files, wiki, git], index): (readonly [string, string])[] => [
        ...files.map(({ name, text }, at): readonly [string, string] => {
          // Some titles are those of others, most are not
          const own = at % 9 === 0 ? '' : `${index}-${at} `;
          return [
            `generated/${index}/${name.replace(/[^/]+$/, `${own}$&`)}`,
            text.replace(/Heading|Named|Own Title|Toml|Json/, `${own}$&`),
          ];
        }),
        [`generated/${index}/.wikiignore`, wiki],
        [`generated/${index}/.gitignore`, git],
      ]),
  );

const settings = JSON.stringify({
  'publishToWiki.space': guides.space,
  'publishToWiki.parent': guides.parent,
  'publishToWiki.omitComments': true,
  'publishToWiki.folders': {
    'generated/3': { parent: '100101' },
    'generated/5/docs': { space: '1002', parent: '100203' },
  },
});

describe('The editor and the terminal', () => {
  const files = { ...installed(), ...generated(), '.vscode/settings.json': settings };
  const stage = onStage({ files });
  let terminal: Terminal;

  before(async () => {
    await enterNewToken(stage.window, stage.wiki);
    terminal = await Terminal.open(files);
  });

  after(() => terminal.close());

  const sentTo = ({ requests }: Wiki): readonly string[] =>
    requests.map(({ body }) => body.toString()).toSorted();

  for (const part of ['installed', 'generated']) {
    it(`plan the same of a folder of ${part} documents, and send the same bytes to the same places`, async function () {
      this.timeout(600_000);
      const { window, wiki } = stage;
      const [before, beforeThere] = [wiki.requests.length, terminal.wiki.requests.length];
      const planned = await terminal.run('plan', part, '--format', 'json');
      const { findings } = JSON.parse(planned.out) as {
        readonly findings: readonly { readonly code: string }[];
      };
      const count = (...codes: readonly string[]): number =>
        findings.filter(({ code }) => codes.includes(code)).length;
      await window.explorerContext(part, 'Publish Folder as Wiki Pages…');
      const plan = new PlanView(window.screen);
      const counts = [
        [
          count('unplaced'),
          count('unplaced') === 1 ? 'file has no destination yet.' : 'files have no destination yet.',
        ],
        [count('new'), count('new') === 1 ? 'page will be published.' : 'pages will be published.'],
      ] as const;
      const parts = counts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []));
      const sentence = parts.join(' … ');
      for (const part of parts) {
        await plan.says(part);
      }
      assert.ok(count('new') > 100, sentence);
      await window.screenshot(`front-ends-${part}`);
      await plan.publish();
      await window.quickPick(/^Leave the pages? as /);
      const { message: text } = await window.notification(/ published/, 300_000);
      // A window asks about a file with problems that may be published all the same
      const number = (said: RegExp): number => Number(said.exec(text)?.[1]?.replace('One', '1') ?? 0);
      assert.equal(
        number(/(\d+) files? needs? a decision/) + number(/(\d+|One) files? (?:is|are) blocked/),
        count('retitled', 'moved', 'replaces', 'others', 'changedInWiki', 'blocked'),
        text,
      );
      const { exitCode } = await terminal.run('publish', part);
      assert.equal(exitCode, count('blocked') > 0 ? 1 : 0);
      const [here, there] = [sentTo(wiki), sentTo(terminal.wiki)];
      assert.ok(here.length - before > 100);
      assert.deepEqual([here.length - before, here], [there.length - beforeThere, there]);
      await plan.more('Clear');
      await plan.gone();
    });
  }
});
