// This is a bundle of its own, so that the parsers are loaded with the first page.
export { readPage } from '../page/page';
export { writeTarget } from '../page/writeFrontMatter';
export { comparableTexts as compared } from './compared';
export { newDocument } from './newDocument';
export { merge } from './merge';
