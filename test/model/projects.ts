import assert from 'node:assert/strict';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DecideInput } from '../../src/core/publish/decide.js';
import { ownPages } from '../../src/core/publish/ownPages.js';
import { sameFile, type FileIdentity } from '../../src/core/publish/pageRecord.js';
import type { RecordIndex } from '../../src/core/publish/recordIndex.js';
import type { Draft, Drafts } from './drafts.js';
import { pageOf, type Settings } from './person.js';
import type { Truth } from './truth.js';

/** Pages that are taken for the file’s own although no record names it: it must have been seen with their text, and they be of files that are gone. */
export function notice(
  { drafts, truth }: { readonly drafts: Drafts; readonly truth: Truth },
  draft: Draft,
  input: Omit<DecideInput, 'chosen'>,
  index: RecordIndex,
): void {
  delete draft.knownAs;
  if (index.ofFile(input.file).length > 0) {
    return;
  }
  const others = ownPages(input, input.own).flatMap(({ files }) => files);
  const paths = others.filter((other) => !sameFile(input.file, other)).map(({ uri }) => fileURLToPath(uri));
  if (paths.length > 0) {
    draft.knownAs = paths;
    const document = drafts.goneIn(paths) ?? assert.fail(`${draft.path} was taken for ${paths.join()}`);
    const { whole, withoutHeading } = pageOf(draft);
    const hasSent = truth.hasSent(document, [whole, withoutHeading]);
    assert.ok(hasSent || index.seen(input.file).length > 0, `${draft.path} was taken for one by no text`);
  }
}

/** Whose each page is. */
export function ownersIn({ records }: RecordIndex): ReadonlyMap<string, readonly string[]> {
  return new Map(records.map(({ id, files }) => [id, files.map(({ uri }) => uri)]));
}

const parents = ['100102', '100103'];

/** The other project names another parent. */
export function settingsIn(
  { drafts, settings }: { readonly drafts: Drafts; readonly settings: Settings },
  { path: file }: Draft,
): Settings {
  const { parent, overwrite } = settings;
  const another = parents.find((each) => each !== parent);
  return drafts.isOfOther(file) && parent !== undefined ? { parent: another, overwrite } : settings;
}

export function identityOf(drafts: Drafts, uri: string): FileIdentity {
  const realPath = decodeURIComponent(new URL(uri).pathname);
  return { uri, realPath, workspacePath: path.relative(drafts.projectOf(realPath), realPath) };
}
