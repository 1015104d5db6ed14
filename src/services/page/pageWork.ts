// A separate bundle, so that the parsers are loaded with the first page.
export { readPage } from '../../core/page/page';
export { frontMatterEdit } from '../../core/page/writeFrontMatter';
export { comparableTexts } from '../../core/pull/comparableTexts';
export { newDocument } from '../../core/pull/newDocument';
export { merge } from '../../core/pull/merge';
