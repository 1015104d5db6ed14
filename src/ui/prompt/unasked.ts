import type { Report } from '../../core/text/report';
import type { PageRecords } from '../../services/records/pageRecords';
import type { Action, Runs } from './actions';
import { notifyAndAct, type ReportErrors } from './reportErrors';

/** What comes again and again without a question of the person. */
type Unasked = 'tokenExpires' | 'exportSession' | 'publishOnSaveIsOff';

interface Remembering {
  readonly records: Pick<PageRecords, 'read' | 'values'>;
  readonly reportErrors: ReportErrors;
}

/** False once the person pressed “Don’t Show Again”, in any window. */
export async function isWanted(records: Remembering['records'], kind: Unasked): Promise<boolean> {
  await records.read();
  return records.values.get(keyOf(kind)) !== true;
}

export async function notifyUnasked<A extends Action>(
  kind: Unasked,
  report: Report<A>,
  { records, reportErrors }: Remembering,
  runs: Runs<NoInfer<A>>,
): Promise<void> {
  if (await isWanted(records, kind)) {
    const actions = [...report.actions, 'dontShowAgain'] as const;
    const dontShowAgain = (): Promise<void> => records.values.change(keyOf(kind), () => true);
    const all = { ...runs, dontShowAgain } as Runs<NoInfer<A | 'dontShowAgain'>>;
    notifyAndAct<A | 'dontShowAgain'>({ ...report, actions }, reportErrors, all);
  }
}

const keyOf = (kind: Unasked): string => `hidden ${kind}`;
