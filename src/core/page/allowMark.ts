/** The comment with which an author says that what looks like a secret is none. */
export const allowMark = /<!-- {0,9}wiki:allow {0,9}-->/g;
