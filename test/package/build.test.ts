import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { deflateRawSync } from 'node:zlib';
import { build, type BuildOptions, type BuildResult, type OutputFile } from 'esbuild';
import { readTranslations } from '../../src/services/shared/translations.js';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';

const optionsFile = pathToFileURL(path.join(projectRoot, 'build', 'options.mjs')).href;
type Built = BuildResult<BuildOptions & { readonly write: false; readonly metafile: true }>;

const languages = ['de', 'es', 'fr', 'ja', 'zh-cn'];

describe('The build', function () {
  this.timeout(60_000);
  let production: BuildOptions;
  let development: BuildOptions;
  let whole: Built;
  let folder: string;

  before(async () => {
    ({ production, development } = (await import(optionsFile)) as Record<
      'production' | 'development',
      BuildOptions
    >);
    whole = await inMemory(production);
    folder = await temporaryFolder('build');
  });
  after(() => removeFolder(folder));

  const without = (plugin: string): BuildOptions => ({
    ...production,
    plugins: (production.plugins ?? []).filter(({ name }) => name !== plugin),
  });

  it('saves with each trick what its file says', async () => {
    const tricks = {
      oneParser: without('oneParser'),
      packedParser: without('packedParser'),
      noFormData: without('noFormData'),
      noHttp2: without('noHttp2'),
      usedConstants: without('usedConstants'),
      noLinkify: { ...production, alias: {} },
    };
    const sizes = Object.entries(tricks).map(
      async ([name, options]) => [name, packedSize(await inMemory(options))] as const,
    );
    const plain = packedSize(await inMemory(without('sharedKeys')));
    const ownKeys = languages.reduce(
      (sum, language) => sum + packed(readFileSync(bundleOf(language))),
      plain,
    );
    for (const [name, size] of [...(await Promise.all(sizes)), ['sharedKeys', ownKeys] as const]) {
      const saved = size - packedSize(whole);
      const source = await readFile(path.join(projectRoot, 'build', `${name}.mjs`), 'utf8');
      const told = Number(/Saves (\d+) KB/.exec(source)?.[1]);
      // What each text adds is no reason to write another number
      assert.ok(Math.abs(saved / 1024 - told) <= Math.max(0.5, told / 10), `${name}: ${saved / 1024} KB`);
    }
  });

  it('leaves out undici’s experimental parser', async () => {
    const saved = packedSize(await inMemory({ ...production, define: {} })) - packedSize(whole);
    assert.ok(saved > 25 * 1024, `${saved} bytes`);
  });

  it('has each bundle ask for vscode and for the translations once', async () => {
    for (const { path: file, text } of whole.outputFiles) {
      for (const name of ['vscode', './l10n.js']) {
        assert.ok(text.split(`require("${name}")`).length <= 2, `${path.basename(file)}: ${name}`);
      }
    }
    const copying = await inMemory(without('oneNamespace'));
    for (const bundle of ['extension.js', 'commands.js']) {
      assert.ok(sizeOf(copying, bundle) > sizeOf(whole, bundle) + 512, bundle);
    }
  });

  it('has no character in what VS Code’s process loads for which all of it would take twice the memory', () => {
    const others = ['page.js', 'pageWorker.js'];
    for (const { path: file, text } of whole.outputFiles) {
      const isLoaded = file.endsWith('.js') && !others.includes(path.basename(file));
      assert.equal(isLoaded ? /[^\0-\xff]/.exec(text)?.[0] : undefined, undefined, path.basename(file));
    }
  });

  it('keeps every translation, which is found by the English text', async () => {
    await build({ ...production, absWorkingDir: projectRoot, outdir: folder });
    const translations = path.join(folder, 'translations');
    for (const language of languages) {
      const written = JSON.parse(await readFile(bundleOf(language), 'utf8')) as unknown;
      assert.deepEqual(readTranslations(translations, language), written);
    }
    for (const language of ['en', 'en-gb', 'pt-br', '..']) {
      assert.equal(readTranslations(translations, language), undefined);
    }
  });

  it('has the code of the translations in a bundle of its own, and no bundle in another', () => {
    for (const [output, { inputs }] of Object.entries(whole.metafile.outputs)) {
      const library = Object.keys(inputs).some((input) => input.includes('node_modules/@vscode/l10n/'));
      assert.equal(library, output.endsWith('/l10n.js'), output);
    }
    const entries = Object.values(production.entryPoints as Record<string, string>);
    for (const entry of entries.filter((each) => each.startsWith('src/'))) {
      const holders = Object.values(whole.metafile.outputs).filter(({ inputs }) => entry in inputs);
      assert.equal(holders.length, 1, entry);
    }
  });

  it('has the parsers of documents in a bundle that the thread alone loads: no document holds up VS Code', () => {
    const parsers = ['yaml', 'smol-toml', 'markdown-it'];
    for (const [output, { inputs }] of Object.entries(whole.metafile.outputs)) {
      const found = parsers.filter((name) =>
        Object.keys(inputs).some((input) => input.includes(`node_modules/${name}/`)),
      );
      assert.deepEqual(found, output.endsWith('/page.js') ? parsers : [], output);
    }
    const loading = whole.outputFiles.filter(
      ({ path, text }) => path.endsWith('.js') && text.includes('./page.js'),
    );
    assert.deepEqual(
      loading.map(({ path: file }) => path.basename(file)),
      ['pageWorker.js'],
    );
  });

  it('gives every form of import the same names', async () => {
    const probe = path.join(folder, 'probe.ts');
    await writeFile(
      probe,
      `import { window } from 'vscode';
       import * as vscode from "vscode";
       import type { Uri } from 'vscode';
       import { window as renamed, type Position } from 'vscode';
       export const found = [window, vscode.window, renamed, vscode['window']];
       export type Used = Uri | Position;`,
    );
    const { outputFiles } = await inMemory({ ...production, entryPoints: { probe } });
    const window = {};
    const module = { exports: {} as { found?: unknown[] } };
    const require = (name: string): unknown => (name === 'vscode' ? { window } : undefined);
    runInNewContext(outputFiles[0]?.text ?? '', { module, require, exports: module.exports });
    assert.equal(module.exports.found?.length, 4);
    assert.ok(module.exports.found.every((each) => each === window));
  });

  it('refuses to load later what is no bundle of its own', async () => {
    const probe = path.join(folder, 'later.ts');
    await writeFile(probe, `void import('./page.js');`);
    await writeFile(path.join(folder, 'page.ts'), `export const page = 1;`);
    const options: BuildOptions = { ...production, entryPoints: { probe }, logLevel: 'silent' };
    await assert.rejects(
      inMemory(options),
      /later\.ts loads \.\/page\.js later, which is no bundle of its own/,
    );
  });

  it('for development leads from each bundle to src', async () => {
    const outdir = path.join(folder, 'dist');
    await build({ ...development, outdir });
    const expected: Record<string, [string, string]> = {
      'extension.js': ['src/extension.ts', 'function activate('],
      'dispatch.js': ['src/services/network/dispatch.ts', 'function createDispatcher('],
      'page.js': ['src/core/page/page.ts', 'function readPage('],
      'exportSession.js': ['src/services/export/exportSession.ts', 'async accessTokenRefused('],
    };
    for (const [bundle, [source, text]] of Object.entries(expected)) {
      assert.deepEqual(place(path.join(outdir, bundle), text), { source, line: lineOf(source, text) });
    }
  });

  /** Where the source map says that a text of a bundle comes from. */
  function place(bundle: string, text: string): { source: string; line: number } {
    const lines = readFileSync(bundle, 'utf8').split('\n');
    assert.equal(lines.at(-2), `//# sourceMappingURL=${path.basename(bundle)}.map`);
    const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as never);
    const line = lines.findIndex((each) => each.includes(text));
    const entry = map.findEntry(line, lines[line]?.indexOf(text) ?? 0);
    assert.ok('originalSource' in entry, text);
    const file = path.resolve(path.dirname(bundle), entry.originalSource);
    return { source: path.relative(projectRoot, file).replaceAll(path.sep, '/'), line: entry.originalLine };
  }

  function lineOf(source: string, text: string): number {
    const lines = readFileSync(path.join(projectRoot, source), 'utf8').split('\n');
    return lines.findIndex((line) => line.includes(text));
  }
});

async function inMemory(options: BuildOptions): Promise<Built> {
  return build({ ...options, absWorkingDir: projectRoot, write: false, metafile: true });
}

/** What the bundles weigh in the package, which deflates each. */
function packedSize({ outputFiles }: Built): number {
  return outputFiles.reduce((sum, { contents }) => sum + packed(contents), 0);
}

function packed(contents: Uint8Array): number {
  return deflateRawSync(contents).length;
}

function bundleOf(language: string): string {
  return path.join(projectRoot, 'l10n', `bundle.l10n.${language}.json`);
}

function sizeOf({ outputFiles }: Built, name: string): number {
  const found: OutputFile | undefined = outputFiles.find(({ path: file }) => path.basename(file) === name);
  return found?.contents.length ?? 0;
}
