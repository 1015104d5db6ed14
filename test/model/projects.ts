import assert from 'node:assert/strict';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DecideInput } from '../../src/core/publish/decision.js';
import type { FileIdentity } from '../../src/core/records/fileIdentity.js';
import { titleKey } from '../../src/core/records/pageRecord.js';
import type { Pages } from '../../src/services/records/pages.js';
import type { Draft, Drafts } from './drafts.js';
import { pageOf, type Settings } from './person.js';

/** Pages that the file goes on with although no record names it: they must have its title, and be of files of its project that are gone. */
export function notice(
  drafts: Drafts,
  draft: Draft,
  { inheritedPages = [] }: Pick<DecideInput, 'inheritedPages'>,
): void {
  delete draft.knownAs;
  const paths = inheritedPages.map(({ file }) => fileURLToPath(file.uri));
  if (paths.length > 0) {
    draft.knownAs = paths;
    assert.ok(!paths.some((each) => drafts.isThere(each)), `${draft.path} was taken for ${paths.join()}`);
    assert.ok(paths.every((each) => drafts.projectOf(each) === drafts.projectOf(draft.path)));
    assert.ok(inheritedPages.every(({ place }) => titleKey(place.title) === titleKey(pageOf(draft).title)));
  }
}

/** Whose each page is. */
export function ownersIn({ records }: Pages): ReadonlyMap<string, string> {
  return new Map(records.map(({ id, file }) => [id, file.uri]));
}

const parents = ['100102', '100103'];

/** The other repository and the clone name another parent. */
export function settingsIn(
  { drafts, settings }: { readonly drafts: Drafts; readonly settings: Settings },
  { path: file }: Draft,
): Settings {
  const { parent, overwrite } = settings;
  const another = parents.find((each) => each !== parent);
  return drafts.folderOf(file) !== 'one' && parent !== undefined ? { parent: another, overwrite } : settings;
}

export function identityOf(drafts: Drafts, uri: string): FileIdentity {
  const realPath = decodeURIComponent(new URL(uri).pathname);
  const repository = drafts.repositoryOf(realPath);
  return { uri, realPath, workspacePath: path.relative(repository.folder, realPath), repository };
}

/** The parent that the file or its folder's settings name. */
export function parentNamed(
  desk: { readonly drafts: Drafts; readonly settings: Settings },
  draft: Draft,
): string | undefined {
  return pageOf(draft).frontMatter.parent ?? settingsIn(desk, draft).parent;
}
