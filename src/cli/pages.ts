import * as l10n from '@vscode/l10n';
import type { PageRecord } from '../core/publish/pageRecord';
import type { PlanFile } from '../core/run/row';
import { ago } from '../core/text/relativeTime';
import { stateOf } from '../core/view/pageState';
import { stateLabel } from '../core/view/pageTexts';
import { isThere } from '../services/publish/goneFiles';
import { pathFromRoot } from '../services/workspace/workspace';
import { Bounds } from './bounds';
import { counted } from './counted';
import { readConnection, readPlatform } from './environment';
import { inTerminal, requestFor, textOption, type Calling } from './opening';
import { OtherConnections, connectionName } from './otherConnections';
import type { Finding, Result } from './result';
import type { Terminal } from './terminal';
import { Nobody } from './unattended';
import type { Called } from './usage';
import { exitCodes, UsageError } from './usageError';

export async function pages(called: Called, calling: Calling): Promise<Result> {
  if (textOption(called, 'state') === undefined) {
    throw new UsageError(l10n.t('Which file is which page is known from --state.'));
  }
  const connection = readConnection(calling.environment, connectionName(called));
  const given = { connection, platform: readPlatform(calling.environment) };
  return inTerminal(called, calling, given, async (terminal, uris) => {
    const everything = new Nobody(
      new Bounds({ spaces: undefined, parents: undefined }, terminal.services.records),
    );
    const plan = await terminal.runs.plan(requestFor(terminal, uris), everything);
    const others = new OtherConnections(called);
    const files = plan?.without((row) => others.isLeftOut(row)).files ?? [];
    const { records } = terminal.services.records.last;
    await terminal.services.names.lookUp(records.map(({ place }) => place));
    const isChosen = (uri: string): boolean =>
      uris.some((each) => uri === each || uri.startsWith(`${each.replace(/\/$/, '')}/`));
    const found = await Promise.all(
      records
        .filter((record) => record.files.some(({ uri }) => isChosen(uri)))
        .map((record) => findingOf(record, files, terminal)),
    );
    const known = new Set(records.flatMap((record) => record.files.map(({ uri }) => uri)));
    const without = files.filter(({ uri }) => !known.has(uri)).map(noPage);
    const findings = [...found, ...without].sort((one, other) => (one.file < other.file ? -1 : 1));
    const summary = l10n.t(
      '{0}, {1} without one.',
      counted(found.length, 'page'),
      counted(without.length, 'file'),
    );
    return { findings, summary: others.summary(summary), exitCode: exitCodes.done };
  });
}

async function findingOf(
  record: PageRecord,
  files: readonly PlanFile[],
  { services, workspace }: Terminal,
): Promise<Finding> {
  const { place, published } = record;
  const own = files.find(({ uri }) => record.files.some((each) => each.uri === uri));
  const [maker] = record.files;
  const told = {
    file: own?.path ?? pathFromRoot(workspace, maker?.uri ?? '') ?? '',
    severity: 'information',
    title: place.title,
    destination: services.names.text(place),
  } as const;
  if (own === undefined) {
    const isGone = maker === undefined || !(await isThere(maker));
    return isGone
      ? {
          ...told,
          code: 'gone',
          label: l10n.t('File is gone'),
          message: l10n.t('Its page stays in the wiki.'),
        }
      : { ...told, code: 'other', label: l10n.t('Not read'), message: '' };
  }
  const found = stateOf(record, own, {
    index: services.records.last,
    connections: services.settings.read().connections,
    isUnderWay: (each) => services.records.isUnderWay(each),
    changedInWiki: services.inWiki.known,
  });
  const time = published && l10n.t('Published {0}.', ago(published.publishedAt, services.now()));
  const message = [found.reason, time].filter(Boolean).join(' ');
  return { ...told, code: found.state, label: stateLabel(found.state), message };
}

function noPage({ path, title }: PlanFile): Finding {
  return {
    file: path,
    severity: 'information',
    code: 'noPage',
    label: l10n.t('No page'),
    message: '',
    title,
  };
}
