import type { WorkspaceConfiguration } from 'vscode';
import { readDefaults, type Defaults } from '../../core/publish/precedence';
import type { PublicPlace } from '../../core/page/links';
import type { Page } from '../../core/page/page';
import { readSeverities, type ProblemKind, type Severity } from '../../core/page/problem';

/** The settings that say how a document becomes a page. */
export interface PageSettings {
  readonly omitHeading: boolean;
  readonly omitComments: boolean;
  readonly publicPlace: PublicPlace | undefined;
  readonly defaults: Defaults;
  readonly severities: Readonly<Record<ProblemKind, Severity>>;
}

/** A document as the page that it becomes, with the settings that hold for its place. */
export interface ReadPage {
  readonly page: Page;
  readonly settings: PageSettings;
}

/** `path`: the document's, from the folder that is open: 'docs/a.md'. */
export function readPageSettings(
  configuration: Pick<WorkspaceConfiguration, 'get' | 'inspect'>,
  path: string | undefined,
): PageSettings {
  const get = (key: string): unknown => configuration.get(key);
  return {
    omitHeading: get('omitHeading') !== false,
    omitComments: get('omitComments') !== false,
    publicPlace: publicPlace(get('publicAddress'), get('publicImageAddress'), path),
    defaults: {
      ...readDefaults(get('space'), get('parent'), get('overwrite')),
      ...folderDefaults(get('folders'), path),
    },
    severities: readSeverities(get('problems'), configuration.inspect('problems')?.globalValue),
  };
}

/** Of the nearest folder that the setting names. */
function folderDefaults(setting: unknown, path: string | undefined): Defaults {
  const folders = typeof setting === 'object' && setting !== null ? Object.entries(setting) : [];
  const around = folders
    .map(([folder, value]) => ({
      folder: `${folder
        .split('/')
        .filter((name) => name !== '' && name !== '.')
        .join('/')}/`,
      value: value as unknown,
    }))
    .filter(({ folder }) => path?.startsWith(folder) === true)
    .sort((one, other) => other.folder.length - one.folder.length);
  const { space, parent } = (around[0]?.value ?? {}) as {
    readonly space?: unknown;
    readonly parent?: unknown;
  };
  return readDefaults(space, parent, undefined);
}

/** Only a document in a folder that is open has a path that could be public. */
function publicPlace(links: unknown, images: unknown, path: string | undefined): PublicPlace | undefined {
  const address = readAddress(links);
  const imageAddress = readAddress(images);
  return path === undefined ||
    (address.value === undefined &&
      imageAddress.value === undefined &&
      !address.isWrong &&
      !imageAddress.isWrong)
    ? undefined
    : {
        address: address.value,
        imageAddress: imageAddress.value,
        folder: path.slice(0, path.lastIndexOf('/') + 1),
        unusable: [
          ...(address.isWrong ? ['publishToWiki.publicAddress'] : []),
          ...(imageAddress.isWrong ? ['publishToWiki.publicImageAddress'] : []),
        ],
      };
}

function readAddress(setting: unknown): { value: string | undefined; isWrong: boolean } {
  const address = typeof setting === 'string' ? setting.trim() : '';
  if (address === '') {
    return { value: undefined, isWrong: false };
  }
  if (!/^https?:\/\/[^?#]*$/i.test(address) || !URL.canParse(address)) {
    return { value: undefined, isWrong: true };
  }
  const { href } = new URL(address);
  return { value: href.endsWith('/') ? href : `${href}/`, isWrong: false };
}
