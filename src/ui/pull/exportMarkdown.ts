import * as l10n from '@vscode/l10n';
import type { PlaceholderValues, PageExportTemplate } from '../../core/export/pageExport';
import { exportPage, type PageExportResult } from '../../services/export/exportPage';
import { reportOnNoToken, type SessionAction } from '../../services/export/sessionReport';
import { sessionRuns, type ExportServices } from '../export/exportCommands';
import { openExportSetting } from '../export/openExportSetting';
import { notifyAndAct } from '../prompt/reportErrors';
import { withCancellableProgress } from '../prompt/progress';

/** If it fails, tells the person why and returns undefined; a button such as Try Again or Sign In then runs `again`. */
export async function exportMarkdown(
  exporting: ExportServices,
  how: PageExportTemplate,
  from: PlaceholderValues,
  { again, isComparison = false }: { again: () => Promise<unknown>; isComparison?: boolean },
): Promise<string | undefined> {
  const exported = await withCancellableProgress(l10n.t('Reading the page from the wiki…'), (signal) =>
    exportNow(exporting, how, from, signal),
  );
  switch (exported.kind) {
    case 'markdown':
      return exported.markdown;
    case 'failed': {
      const report = {
        severity: 'error',
        text: exported.problem,
        actions: ['tryAgain', 'openSettings'],
      } as const;
      exporting.log.info(report.text);
      notifyAndAct(report, exporting.reportErrors, { tryAgain: again, openSettings: openExportSetting });
      return undefined;
    }
    case 'cancelled':
      return undefined;
    default: {
      const { actions, ...said } = reportOnNoToken(exported);
      const toCompare = (action: SessionAction): SessionAction =>
        isComparison && action === 'signIn' ? 'signInToCompare' : action;
      const report = { ...said, actions: actions.map(toCompare) };
      exporting.log.info(report.text);
      notifyAndAct(report, exporting.reportErrors, sessionRuns(exporting, again));
      return undefined;
    }
  }
}

async function exportNow(
  { currentSession, send, pages }: ExportServices,
  how: PageExportTemplate,
  from: PlaceholderValues,
  signal: AbortSignal,
): Promise<PageExportResult> {
  const open = await currentSession.get();
  return open === undefined
    ? { kind: 'signedOut', reason: 'never', family: undefined }
    : exportPage({ send, session: open.session, pages }, how, from, signal);
}
