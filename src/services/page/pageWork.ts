// This is a bundle of its own, so that the parsers are loaded with the first page.
export { readPage } from '../../core/page/page';
export { writeTarget } from '../../core/page/writeFrontMatter';
export { comparableTexts as compared } from '../../core/pull/compared';
export { newDocument } from '../../core/pull/newDocument';
export { merge } from '../../core/pull/merge';
