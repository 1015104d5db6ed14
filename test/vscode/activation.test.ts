import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import * as vscode from 'vscode';
import type * as Dispatch from '../../src/services/network/dispatch.js';
import { startWiki, type Wiki } from '../wiki/wiki.js';
import { extension } from './extension.js';

const load = createRequire(__filename);
const dist = path.join(extension().extensionPath, 'dist');
const slots = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));
const slotValues = (): unknown[] => slots.map((slot) => (globalThis as Record<symbol, unknown>)[slot]);
const loaded = (): string[] =>
  Object.keys(load.cache)
    .filter((file) => file.startsWith(dist))
    .map((file) => path.basename(file));

/** Runs the work and names the functions of the modules that the extension's own code calls meanwhile. */
async function callsOf(modules: readonly object[], work: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = [];
  const restore = modules.map((module) => {
    const originals = Object.entries(Object.getOwnPropertyDescriptors(module))
      .filter(([, { value, writable }]) => typeof value === 'function' && writable === true)
      .map(([name, { value }]): [string, (...parameters: unknown[]) => unknown] => [
        name,
        value as (...parameters: unknown[]) => unknown,
      ]);
    const spies = originals.map(([name, original]) => {
      const spy = function (this: unknown, ...parameters: unknown[]): unknown {
        if (new Error().stack?.includes(dist) === true) {
          calls.push(name);
        }
        return Reflect.apply(original, this, parameters);
      };
      return [name, Object.assign(spy, original)];
    });
    Object.assign(module, Object.fromEntries(spies));
    return () => Object.assign(module, Object.fromEntries(originals));
  });
  try {
    await work();
  } finally {
    restore.forEach((undo) => undo());
  }
  return calls;
}

function withoutRegistering<K extends string>(api: Record<K, unknown>, name: K): () => void {
  const original = api[name];
  api[name] = () => ({ dispose: () => undefined });
  return () => (api[name] = original);
}

/** A second run of activate, next to the one that VS Code made, on a context that writes down what is asked of it. */
async function activateAgain(): Promise<{ asked: string[]; secrets: string[] }> {
  const asked: string[] = [];
  const secrets: string[] = [];
  const memento = {
    get: () => undefined,
    keys: () => [],
    update: () => Promise.reject(new Error('written')),
  };
  const context = {
    subscriptions: [] as vscode.Disposable[],
    globalState: memento,
    workspaceState: memento,
    globalStorageUri: vscode.Uri.file('/nowhere'),
    extension: extension(),
    secrets: {
      get: (key: string) => {
        secrets.push(key);
        return Promise.resolve(undefined);
      },
      onDidChange: () => ({ dispose: () => undefined }),
    },
  };
  const watched = new Proxy(context, {
    get: (target, name) => {
      asked.push(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
  // Each of these can be registered once only
  const restore = [
    withoutRegistering(vscode.commands, 'registerCommand'),
    withoutRegistering(vscode.languages, 'createDiagnosticCollection'),
    withoutRegistering(vscode.window, 'registerUriHandler'),
    withoutRegistering(vscode.window, 'createTreeView'),
    withoutRegistering(vscode.lm, 'registerTool'),
    withoutRegistering(vscode.authentication, 'registerAuthenticationProvider'),
  ];
  try {
    const main = load(path.join(dist, 'extension.js')) as { activate: (context: unknown) => unknown };
    assert.equal(main.activate(watched), undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
  } finally {
    restore.forEach((undo) => undo());
    vscode.Disposable.from(...context.subscriptions).dispose();
  }
  return { asked, secrets };
}

describe('Activation', () => {
  let wiki: Wiki;
  const settings = vscode.workspace.getConfiguration('publishToWiki');

  before(async () => {
    wiki = await startWiki();
    const connections = [{ name: 'Test', endpoint: wiki.importEndpoint }];
    await settings.update('connections', connections, vscode.ConfigurationTarget.Global);
    await extension().activate();
  });

  after(async () => {
    await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
    await wiki.close();
  });

  it('loads neither undici nor the parsers', () => {
    assert.deepEqual(loaded().sort(), ['extension.js', 'l10n.js']);
  });

  it('has no program of Windows’ current folder started, which may be a repository', () => {
    assert.equal(process.env.NoDefaultCurrentDirectoryInExePath, '1');
  });

  it('reads settings, and no secret and no file, and opens no connection', async () => {
    assert.ok(vscode.workspace.textDocuments.every(({ languageId }) => languageId !== 'markdown'));
    let result = { asked: [] as string[], secrets: [] as string[] };
    const calls = await callsOf([fs, fs.promises, net], async () => {
      result = await activateAgain();
    });
    assert.deepEqual([calls, result.secrets], [[], []]);
    assert.ok(result.asked.includes('subscriptions'), 'the context was used');
  });

  it('reads one secret where there is a Markdown document, and opens no connection', async () => {
    const content = '---\nwiki: { color: red }\n---\n# One';
    const { uri } = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    // What VS Code’s own run reads of a document is over
    while (vscode.languages.getDiagnostics(uri).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    let secrets: readonly string[] = [];
    const calls = await callsOf([net], async () => {
      ({ secrets } = await activateAgain());
    });
    assert.deepEqual(calls, []);
    // An event of the window may have it read again
    assert.deepEqual([...new Set(secrets)], [`apiToken:${new URL(wiki.importEndpoint).href}`]);
  });

  it('leaves the slots of the process-wide dispatcher alone when undici is loaded and used', async () => {
    const before = slotValues();
    const { createDispatcher, exchangeOnce: exchange } = load(
      path.join(dist, 'dispatch.js'),
    ) as typeof Dispatch;
    const direct = {
      httpProxy: '',
      httpsProxy: '',
      noProxy: '*',
      proxyAuthorization: undefined,
      verifyProxyCertificate: true,
      systemCertificates: true,
    };
    const dispatcher = createDispatcher(direct);
    const request = { method: 'GET', url: wiki.origin, headers: {} } as const;
    const answer = await exchange(dispatcher, request, { timeoutMs: 10_000 });
    await dispatcher.close();
    assert.equal(answer.kind, 'answered');
    assert.deepEqual(
      slotValues().map((value, index) => value === before[index]),
      [true, true],
    );
  });
});
