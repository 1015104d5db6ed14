import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPage } from '../../src/core/page/page.js';
import { projectRoot } from '../host/folders.js';
import { referenceText } from './reference.js';
import { usualOptions } from '../host/usualOptions.js';

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, object>> }[];
  };
}

describe('The README and the guide', () => {
  const guide = (name: string): string => read(`docs/guide/${name}.md`);
  const pages = readdirSync(path.join(projectRoot, 'docs', 'guide'));
  const { contributes } = JSON.parse(read('package.json')) as Manifest;
  const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));

  it('have every command, setting, problem and option as they are; npm run reference writes them', () => {
    const cells = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---').trim();
    assert.equal(cells(guide('reference')), cells(referenceText()));
  });

  it('says where the published texts are kept, and which setting deletes them', () => {
    const { publisher, name } = JSON.parse(read('package.json')) as Record<'publisher' | 'name', string>;
    const kept =
      guide('help')
        .split('\n')
        .find((line) => line.startsWith('What was last published is kept')) ?? '';
    assert.ok(kept.includes(`\`globalStorage/${publisher}.${name}/pages/texts\``));
    assert.ok(kept.includes('Turn `publishToWiki.keepPublishedText` off'));
  });

  it('lead to pages and headings that are there, and every page is led to from the start', () => {
    const anchor = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-');
    const led = new Set<string>();
    for (const file of ['README.md', ...pages.map((name) => `docs/guide/${name}`)]) {
      for (const [, to = ''] of read(file).matchAll(/(?<!!)\[[^\]]*\]\((?!https?:)([^)]+)\)/g)) {
        const [name = '', fragment] = to.split('#', 2);
        const there = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
        assert.ok(existsSync(path.join(projectRoot, there)), `${file}: ${to}`);
        const headings = [...read(there).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchor(heading));
        assert.ok(fragment === undefined || headings.includes(fragment), `${file}: ${to}`);
        if (file === 'docs/guide/index.md') {
          led.add(name);
        }
      }
    }
    assert.deepEqual([...led].sort(), pages.filter((name) => name !== 'index.md').sort());
  });

  it('shows front matter that is taken as it stands', () => {
    const blocks = pages.flatMap((name) =>
      [...read(`docs/guide/${name}`).matchAll(/```yaml\n(---\n[^]*?\n---)\n```/g)].map(
        ([, block = '']) => block,
      ),
    );
    assert.ok(blocks.length > 0);
    for (const block of blocks) {
      const { problems } = readPage(`${block}\n\nText.\n`, 'a.md', {
        ...usualOptions,
        connections: ['Team Wiki'],
      });
      assert.deepEqual(problems, [], block);
    }
  });

  it('shows settings that are JSON, of names that there are', () => {
    const all = pages.map((name) => read(`docs/guide/${name}`)).join('\n');
    const blocks = [...all.matchAll(/```json\n([^]*?)\n```/g)].map(([, block = '']) => block);
    const inline = [...all.matchAll(/`("publishToWiki\.[^`]+)`/g)].map(([, block = '']) => block);
    assert.ok(blocks.length >= 2 && inline.length >= 1);
    for (const block of [...blocks, ...inline]) {
      const [name = ''] = Object.keys(JSON.parse(`{${block}}`) as object);
      assert.ok(settings.includes(name) || name === 'page', block);
    }
  });
});
