import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { subset } from 'semver';
import { projectRoot } from '../host/folders.js';

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

describe('What is written for contributors', () => {
  const guide = read('CONTRIBUTING.md');
  const named = [...guide.matchAll(/`([^`\n]+)`/g), ...guide.matchAll(/\]\(([^)#]+)\)/g)].flatMap(
    ([, text]) => text ?? [],
  );

  it('names files and folders that exist', () => {
    const paths = named.filter(
      (text) => /^[\w./-]+$/.test(text) && /\/|\.(ts|mjs|json|md)$/.test(text) && !/^(out|dist)\//.test(text),
    );
    assert.ok(paths.length > 30, `${paths.length}`);
    assert.deepEqual(
      paths.filter((file) => !existsSync(path.join(projectRoot, file))),
      [],
    );
    const compiled = [...guide.matchAll(/ out\/(test\/\S+)\.js$/gm)].map(([, file]) => `${file}.ts`);
    assert.ok(compiled.length >= 2 && compiled.every((file) => existsSync(path.join(projectRoot, file))));
  });

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = [...guide.matchAll(/(?:`|^|&& )npm (?:run )?([a-z][a-z0-9:]*)/gm)].map(
      ([, name]) => name ?? '',
    );
    assert.ok(commands.length > 10);
    assert.deepEqual(
      commands.filter((name) => !(name in scripts)),
      [],
    );
  });

  it('names versions of Node.js of which npm warns for no package', () => {
    const [, lts = '', from = '', not = ''] =
      /Node\.js (\d+\.\d+) \((\d+\.\d+) and later are fine too, (\d+) is not\)/.exec(guide) ?? [];
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { engines?: { node?: string }; optional?: boolean }>;
    };
    // As npm does: what is optional and does not fit is left out without a word
    const ranges = Object.entries(packages).flatMap(([name, { engines, optional }]) =>
      engines?.node === undefined || optional === true ? [] : [{ name, range: engines.node }],
    );
    assert.ok(ranges.length > 100);
    const warned = (versions: string): unknown[] => ranges.filter(({ range }) => !subset(versions, range));
    assert.deepEqual(warned(`>=${lts} <${Number.parseInt(lts, 10) + 1}`), []);
    assert.deepEqual(warned(`>=${from}`), []);
    assert.notDeepEqual(warned(not), []);
  });

  it('draws the rooms of each floor in the order that lint holds', async () => {
    const config = pathToFileURL(path.join(projectRoot, 'dependency-cruiser.config.mjs')).href;
    const { floors } = (await import(config)) as { floors: Record<string, string[]> };
    for (const [floor, rooms] of Object.entries(floors)) {
      const drawn = new RegExp(`^ ${floor} +(?:commands\\.ts +)?(.*)$`, 'm').exec(guide)?.[1]?.split(/ +/);
      assert.deepEqual(drawn, rooms, floor);
      const folders = readdirSync(path.join(projectRoot, 'src', floor), { withFileTypes: true });
      assert.deepEqual(
        folders.filter((entry) => entry.isDirectory()).map(({ name }) => name),
        [...rooms].sort(),
      );
    }
  });
});
