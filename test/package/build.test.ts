import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build, type BuildOptions, type BuildResult } from 'esbuild';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';

const optionsFile = pathToFileURL(path.join(projectRoot, 'build', 'options.mjs')).href;
type Built = BuildResult<BuildOptions & { readonly write: false; readonly metafile: true }>;

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

  it('names no file inside a library', () => {
    for (const file of globSync(['esbuild.mjs', 'build/*.mjs'], { cwd: projectRoot })) {
      const source = readFileSync(path.join(projectRoot, file), 'utf8');
      assert.doesNotMatch(source, /node_modules|\blib\b/, file);
    }
  });

  it('has each bundle ask for vscode once', () => {
    for (const { path: file, text } of whole.outputFiles) {
      assert.ok(text.split('require("vscode")').length <= 2, path.basename(file));
    }
  });

  it('has no character in what VS Code’s process loads for which all of it would take twice the memory', () => {
    const others = ['page.js', 'pageWorker.js'];
    for (const { path: file, text } of whole.outputFiles) {
      const isLoaded = file.endsWith('.js') && !others.includes(path.basename(file));
      assert.equal(isLoaded ? /[^\0-\xff]/.exec(text)?.[0] : undefined, undefined, path.basename(file));
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

  it('has the parsers of documents and archives in bundles that the thread alone loads: none holds up VS Code', () => {
    const parsers = ['yaml', 'smol-toml', 'markdown-it'];
    for (const [output, { inputs }] of Object.entries(whole.metafile.outputs)) {
      const found = parsers.filter((name) =>
        Object.keys(inputs).some((input) => input.includes(`node_modules/${name}/`)),
      );
      assert.deepEqual(found, output.endsWith('/page.js') ? parsers : [], output);
    }
    const unpackers = Object.entries(whole.metafile.outputs).filter(([, { inputs }]) =>
      Object.keys(inputs).some((input) => input.includes('node_modules/fflate/')),
    );
    assert.deepEqual(
      unpackers.map(([output]) => path.basename(output)),
      ['pageWorker.js'],
    );
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
    await build({ ...development, outdir, logLevel: 'warning' });
    const expected: Record<string, [string, string]> = {
      'extension.js': ['src/extension.ts', 'function activate('],
      'dispatch.js': ['src/services/network/dispatch.ts', 'function createDispatcher('],
      'page.js': ['src/core/page/page.ts', 'function readPage('],
      'exportSession.js': ['src/services/export/exportSession.ts', 'async replaceRefusedToken('],
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
