import type { DeadLinks } from '../../core/wiki/deadLinks';
import type { OutcomeContext } from '../../core/wiki/outcome';
import type { Services } from '../services';
import type { PageToSend } from './sendPage';

interface ContextServices {
  readonly records: Pick<Services['records'], 'last'>;
  readonly now: Services['now'];
  readonly names?: Pick<Services['names'], 'of'>;
}

/** Returns what the sentence of an outcome needs beside the outcome. */
export function outcomeContext(
  { records, now, names }: ContextServices,
  { destination: { endpoint, target }, token }: Pick<PageToSend, 'destination' | 'token'>,
  deadLinks: DeadLinks | undefined,
): OutcomeContext {
  return {
    target,
    token,
    host: new URL(endpoint).host,
    now: now(),
    titleScope: records.last.titleScope(endpoint),
    names: names?.of({ endpoint, ...target }),
    deadLinks,
  };
}
