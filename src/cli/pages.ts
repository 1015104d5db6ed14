import * as l10n from '@vscode/l10n';
import { ownPages } from '../core/publish/ownPages';
import type { PageRecord } from '../core/publish/pageRecord';
import type { PlanFile } from '../core/run/row';
import { ago } from '../core/text/relativeTime';
import { stateOf } from '../core/view/pageState';
import { stateLabel } from '../core/view/pageTexts';
import { isThere } from '../services/publish/goneFiles';
import { pathFromRoot } from '../services/workspace/workspace';
import { chosenBy } from './chosen';
import { counted } from './counted';
import { readConnection, readPlatform } from './environment';
import { inTerminal, requestFor, textOption, type Calling } from './opening';
import { OtherConnections, connectionName } from './otherConnections';
import type { Finding, Result } from './result';
import type { Terminal } from './terminal';
import { unwatched } from './unattended';
import type { Called } from './usage';
import { exitCodes, UsageError } from './usageError';

export async function pages(called: Called, calling: Calling): Promise<Result> {
  if (textOption(called, 'state') === undefined) {
    throw new UsageError(l10n.t('Which file is which page is known from --state.'));
  }
  const connection = readConnection(calling.environment, connectionName(called));
  const given = { connection, platform: readPlatform(calling.environment) };
  return inTerminal(called, calling, given, async (terminal, uris) => {
    const plan = await terminal.runs.plan(
      requestFor(terminal, uris, () => undefined),
      { watch: unwatched },
    );
    const others = new OtherConnections(called);
    const files = plan?.without((row) => others.isLeftOut(row)).files ?? [];
    const { records } = terminal.services.records.last;
    await terminal.services.names.lookUp(records.map(({ place }) => place));
    const isChosen = chosenBy(uris);
    const fileOf = findFiles(files);
    const told = records
      .map((record) => ({ record, own: fileOf(record) }))
      .filter(({ record, own }) => own !== undefined || isChosen(record.file.uri));
    const found = await Promise.all(told.map(({ record, own }) => findingOf(record, own, terminal)));
    const known = new Set(told.map(({ own }) => own));
    const without = files.filter((file) => !known.has(file)).map(noPage);
    const findings = [...found, ...without].sort((one, other) => (one.file < other.file ? -1 : 1));
    const summary = l10n.t(
      '{0}, {1} without one.',
      counted(found.length, 'page'),
      counted(without.length, 'file'),
    );
    return { findings, summary: others.summary(summary), exitCode: exitCodes.done };
  });
}

/** Returns what finds the file that made a page, or else the one that goes on with it. */
function findFiles(files: readonly PlanFile[]): (record: PageRecord) => PlanFile | undefined {
  const byUri = new Map(files.map((file) => [file.uri, file]));
  const byRecord = new Map(
    files.flatMap((file) =>
      file.input === undefined ? [] : ownPages(file.input, file.input.own).map(({ id }) => [id, file]),
    ),
  );
  return ({ id, file }) => byUri.get(file.uri) ?? byRecord.get(id);
}

async function findingOf(
  record: PageRecord,
  own: PlanFile | undefined,
  { services, workspace }: Terminal,
): Promise<Finding> {
  const { place, published } = record;
  const told = {
    file: own?.path ?? pathFromRoot(workspace, record.file.uri) ?? '',
    severity: 'information',
    title: place.title,
    destination: services.names.text(place),
  } as const;
  if (own === undefined) {
    const isGone = !(await isThere(record.file));
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

function noPage({ path, title, draft }: PlanFile): Finding {
  return {
    file: path,
    severity: 'information',
    code: 'noPage',
    label: l10n.t('No page'),
    message: draft === undefined ? '' : stateLabel('draft'),
    title,
  };
}
