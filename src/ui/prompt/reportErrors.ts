import * as l10n from '@vscode/l10n';
import { isUserError } from '../../core/text/errors';
import type { Log } from './log';
import { notify } from './notify';

/** Runs work that a person asked for, and tells them when it fails. */
export type ReportErrors = (work: () => Promise<unknown>) => Promise<void>;

export function createReportErrors(log: Log): ReportErrors {
  return async (work) => {
    try {
      await work();
    } catch (error) {
      log.error(error);
      if (isUserError(error)) {
        void notify({ severity: 'error', text: error.message, actions: [] });
        return;
      }
      const text = l10n.t('Something unexpected went wrong. The log has the details.');
      const action = await notify({ severity: 'error', text, actions: ['showLog'] });
      if (action === 'showLog') {
        log.show();
      }
    }
  };
}
