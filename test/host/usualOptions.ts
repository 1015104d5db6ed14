import type { PageOptions } from '../../src/core/page/page.js';

/** As a document alone is read, with the settings as they are at first. */
export const usualOptions: PageOptions = {
  omitHeading: true,
  omitComments: true,
  publicAddresses: undefined,
  linkedPages: [],
  anchors: false,
  connections: undefined,
  isGarbled: false,
  now: 0,
};
