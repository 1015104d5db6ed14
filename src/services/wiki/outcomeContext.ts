import type { PageWarnings } from '../../core/wiki/pageWarnings';
import type { OutcomeContext } from '../../core/wiki/outcome';
import type { Services } from '../services';
import type { PageToSend } from './sendPage';

interface ContextServices {
  readonly records: Pick<Services['records'], 'index'>;
  readonly now: Services['now'];
  readonly names?: Pick<Services['names'], 'of'>;
}

export function outcomeContext(
  { records, now, names }: ContextServices,
  { file, destination: { endpoint, target }, token }: Pick<PageToSend, 'file' | 'destination' | 'token'>,
  warnings: PageWarnings | undefined,
): OutcomeContext {
  return {
    target,
    token,
    host: new URL(endpoint).host,
    now: now(),
    isShared: file.repository?.remote !== undefined,
    titleScope: records.index.titleScope(endpoint),
    names: names?.of({ endpoint, ...target }),
    warnings,
  };
}
