import type { WorkspaceConfiguration } from 'vscode';
import { readDefaults, type Defaults } from '../../core/publish/decide';
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
    publicPlace: publicPlace(get('publicAddress'), path),
    defaults: readDefaults(get('space'), get('parent'), get('overwrite')),
    severities: readSeverities(get('problems'), configuration.inspect('problems')?.globalValue),
  };
}

function publicPlace(setting: unknown, path: string | undefined): PublicPlace | undefined {
  if (typeof setting !== 'string' || path === undefined || !/^https?:\/\//i.test(setting.trim())) {
    return undefined;
  }
  if (!URL.canParse(setting.trim())) {
    return undefined;
  }
  const { href } = new URL(setting.trim());
  return {
    address: href.endsWith('/') ? href : `${href}/`,
    folder: path.slice(0, path.lastIndexOf('/') + 1),
  };
}
