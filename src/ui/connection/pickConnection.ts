import * as l10n from '@vscode/l10n';
import { connectionPickItem, type Connection } from '../../core/connection/connection';
import type { PlanFile } from '../../core/plan/row';
import { onlyStep, askChoice, type back, type ChoiceItem, type StepPosition } from '../prompt/steps';
import type { WindowServices } from '../windowServices';

/** Returns what is known of one file in the wiki of the connection; undefined if nothing is. */
export type NoteOf = (connection: Connection) => string | undefined;

/** With one connection, nobody is asked; with none, the person adds one, by the name that `file` has for it. The wiki where `file` failed last is first. */
export async function pickConnection(
  services: Pick<WindowServices, 'settings' | 'recentPlaces' | 'addConnection'>,
  file?: PlanFile,
): Promise<Connection | undefined> {
  const { connections } = services.settings.read();
  const [only] = connections;
  if (only === undefined) {
    return services.addConnection(file?.input?.document.frontMatter.connection);
  }
  if (connections.length === 1) {
    return only;
  }
  const tried = connections.filter(({ endpoint }) => endpoint === file?.input?.attempt?.endpoint);
  const ordered = [...new Set([...tried, ...connections])];
  const chosen = await askConnection(onlyStep(l10n.t('Publish to Wiki')), ordered, {
    current: tried[0]?.endpoint ?? services.recentPlaces.endpoint(),
    noteOf: noteOf(file),
  });
  return typeof chosen === 'object' ? chosen : undefined;
}

export function noteOf(file: PlanFile | undefined): NoteOf {
  const { attempt, ownRecords = [] } = file?.input ?? {};
  return ({ endpoint }) =>
    endpoint === attempt?.endpoint
      ? l10n.t('tried last')
      : ownRecords.some(({ place, published }) => place.endpoint === endpoint && published !== undefined)
        ? l10n.t('has a page of this file')
        : undefined;
}

export function askConnection(
  position: StepPosition,
  connections: readonly Connection[],
  {
    current,
    canAdd = false,
    noteOf,
  }: { readonly current?: string | undefined; readonly canAdd?: boolean; readonly noteOf?: NoteOf },
): Promise<Connection | 'add' | typeof back | undefined> {
  const items: readonly ChoiceItem<Connection | 'add'>[] = [
    ...connections.map((connection) => ({
      ...connectionPickItem(connection, noteOf?.(connection)),
      answer: connection,
    })),
    ...(canAdd ? [{ label: `$(add) ${l10n.t('Add Connection…')}`, answer: 'add' as const }] : []),
  ];
  return askChoice(position, {
    placeholder: l10n.t('Which wiki?'),
    items,
    active: items.find(({ answer }) => typeof answer === 'object' && answer.endpoint === current),
  });
}
