import * as l10n from '@vscode/l10n';
import { durationText } from '../text/duration';
import { sentences } from '../text/sentences';
import type { TokenRemedy } from '../text/errors';
import type { Report } from '../text/report';
import { formatNumber } from '../text/locale';
import { quote } from '../text/plainLine';
import { hasDeadLinks, hasSecrets, leakText, warningsText } from '../wiki/pageWarnings';
import type { Run } from './run';
import type { RunFile } from './runFile';
import { askedFor, stateCount, stateKinds, states, type Asked } from '../publish/states';
import { sendsLeft } from './runTimeLeft';

export type RunAction =
  | 'openInWiki'
  | 'replaceToken'
  | TokenRemedy
  | 'resume'
  | 'resolve'
  | 'chooseForAll'
  | 'changeTarget'
  | 'saveTarget'
  | 'showReport'
  | 'showLog';

const again = ['resume', 'changeTarget'] as const;

export function runNotice(run: Run): Report<RunAction> {
  const { counts, stopReason } = run;
  const remedy = run.tokenProblem === undefined ? [] : [run.tokenProblem.remedy];
  if (run.isComplete) {
    // Without a platform token it would be asked for, which is the remedy.
    const open = topFile(run) === undefined || remedy.length > 0 ? [] : (['openInWiki'] as const);
    const answers = (['resolve', 'chooseForAll'] as const).filter((each) => filesFor(each, run).length > 0);
    // VS Code cuts the labels of three buttons.
    const actions = [...remedy, ...answers, ...open, 'showReport' as const].slice(0, 2);
    const isLeak = run.pagesWithWarnings.some(({ warnings }) => hasSecrets(warnings));
    return { severity: isLeak ? 'warning' : 'information', text: runSummary(run), actions };
  }
  return {
    severity: stopReason === undefined || stopReason.kind === 'cancelled' ? 'warning' : 'error',
    text: runSummary(run),
    actions:
      stopReason?.kind === 'token'
        ? ['replaceToken', 'showReport', 'showLog']
        : remedy.length > 0
          ? [...remedy, 'resume', 'showReport']
          : counts.failed > 0
            ? [...(run.failedByPlaceAlone ? again.toReversed() : again), 'showReport']
            : ['resume', 'showReport', 'showLog'],
  };
}

/** Returns the URIs of the files that the action asks about. */
export function filesFor(action: 'resolve' | 'chooseForAll', { unresolved }: Run): readonly string[] {
  const asked: Asked = action === 'resolve' ? 'decision' : 'destination';
  return unresolved.filter(({ status }) => askedFor(status) === asked).map(({ uri }) => uri);
}

/** Returns which file failed and why. Empty without a failed file, if several failed, or if the run’s stop gives this reason. */
function failureText(run: Run): string {
  const failed = run.files.flatMap(({ path }, index) => {
    const outcome = run.state(index);
    return typeof outcome === 'object' && outcome.kind === 'failed' ? [{ path, outcome }] : [];
  });
  const [only, ...others] = failed;
  if (only === undefined || others.length > 0 || run.stopReason?.text === only.outcome.message) {
    return '';
  }
  const { message, ours = message } = only.outcome;
  return ours === '' ? '' : l10n.t('{0}: {1}', quote(only.path), ours);
}

/** Returns the file whose page has all others of the run below it; undefined if there is no such page. */
export function topFile({ files }: Run): RunFile | undefined {
  const uris = new Set(files.map(({ file }) => file.uri));
  const [top, ...others] = files.filter(({ parentUri = '' }) => !uris.has(parentUri));
  return others.length === 0 ? top : undefined;
}

/** `twice`: an estimate of how many pages will be sent again for their links, used while `run.secondPass.all` is 0. */
export function progressLine(run: Run, twice: number, timeLeftMs: number | undefined, now: number): string {
  const { files, counts } = run;
  const again = run.secondPass.all === 0 ? { all: twice, left: twice } : run.secondPass;
  const { pausedUntil } = run.pace;
  const done = run.endedCount;
  const parts =
    again.left === 0 || again.left < sendsLeft(run, twice)
      ? [l10n.t('{0} of {1}', formatNumber(done), formatNumber(files.length))]
      : [
          l10n.t(
            'Links between pages: {0} of {1}',
            formatNumber(again.all - again.left),
            formatNumber(again.all),
          ),
        ];
  if (counts.failed > 0) {
    parts.push(l10n.t('{0} failed', formatNumber(counts.failed)));
  }
  if (pausedUntil > now) {
    parts.push(
      l10n.t('pausing for {0}: the wiki is getting too many requests', durationText(pausedUntil - now)),
    );
  } else if (timeLeftMs !== undefined) {
    parts.push(l10n.t('{0} left', durationText(timeLeftMs)));
  }
  return parts.join(' · ');
}

export function runSummary(run: Run, unansweredCount = 0): string {
  return sentences(
    publishedText(run, unansweredCount),
    failureText(run),
    againText(run),
    openLinksText(run),
    warningsOfRunText(run),
    unresolvedText(run),
    run.isComplete ? '' : (run.stopReason?.text ?? ''),
  );
}

function publishedText({ files, counts }: Run, left: number): string {
  const all = files.length + left;
  if (counts.published === all) {
    return all === 1
      ? l10n.t('The page was published.')
      : l10n.t('{0} pages were published.', formatNumber(all));
  }
  if (all === 1) {
    return counts.unknown === 1
      ? l10n.t('Whether the page was published is unknown.')
      : l10n.t('The page was not published.');
  }
  const { published, waiting, sending, ...others } = counts;
  const rest = Object.entries({ ...others, 'not sent': others['not sent'] + left })
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => stateCount(kind as keyof typeof others, count));
  return l10n.t(
    '{0} of {1} pages were published: {2}.',
    formatNumber(published),
    formatNumber(all),
    rest.join(', '),
  );
}

function counted(count: number, one: string, several: string): string {
  return count === 0 ? '' : count === 1 ? one : several;
}

/** How many files wait for the person to decide about them, to choose their place, or to enter a token. */
export function openQuestionsText(counts: Record<Asked, number>): string {
  const asked = ['destination', 'decision', 'platformToken'] as const;
  return sentences(...asked.map((each) => askedText(each, counts[each])));
}

function askedText(asked: Asked, count: number): string {
  const kind = stateKinds.find((each) => states[each].needs === asked);
  return kind === undefined || count === 0 ? '' : l10n.t('{0}.', stateCount(kind, count));
}

function unresolvedText({ unresolved }: Run): string {
  const counts = { decision: 0, destination: 0, platformToken: 0, blocked: 0 };
  unresolved.forEach(({ status }) => counts[askedFor(status) ?? 'blocked']++);
  const { blocked } = counts;
  return sentences(
    openQuestionsText(counts),
    counted(blocked, l10n.t('One file is blocked.'), l10n.t('{0} files are blocked.', formatNumber(blocked))),
  );
}

function againText({ secondPass: { done } }: Run): string {
  return counted(
    done,
    l10n.t('One page was sent twice, so that its links lead to the other pages.'),
    l10n.t('{0} pages were sent twice, so that their links lead to the other pages.', formatNumber(done)),
  );
}

export function openLinksText({ openLinkPageCount }: Run): string {
  return counted(
    openLinkPageCount,
    l10n.t('Links of one page to new pages lead nowhere yet.'),
    l10n.t('Links of {0} pages to new pages lead nowhere yet.', formatNumber(openLinkPageCount)),
  );
}

function warningsOfRunText({ pagesWithWarnings }: Run): string {
  const [only, ...others] = pagesWithWarnings;
  if (only !== undefined && others.length === 0) {
    const text = l10n.t('{0}: {1}', quote(only.title), warningsText(only.warnings));
    return sentences(text, hasSecrets(only.warnings) ? leakText() : '');
  }
  const withSecrets = pagesWithWarnings.filter(({ warnings }) => hasSecrets(warnings));
  const withDeadLinks = pagesWithWarnings.filter(({ warnings }) => hasDeadLinks(warnings)).length;
  const withNotes = pagesWithWarnings.filter(({ warnings }) => warnings.notes.length > 0).length;
  return sentences(
    secretPagesText(withSecrets.map(({ title }) => title)),
    withSecrets.length > 0 ? leakText() : '',
    counted(
      withDeadLinks,
      l10n.t('Images or links of one page don’t work in the wiki.'),
      l10n.t('Images or links of {0} pages don’t work in the wiki.', formatNumber(withDeadLinks)),
    ),
    counted(
      withNotes,
      l10n.t('The report has a note on one page.'),
      l10n.t('The report has notes on {0} pages.', formatNumber(withNotes)),
    ),
  );
}

/** `titles`: of the pages. One is named, since nobody would find it among hundreds of rows. */
export function secretPagesText(titles: readonly string[]): string {
  const [first = ''] = titles;
  return counted(
    titles.length,
    l10n.t('{0} may contain a password or a key.', quote(first)),
    l10n.t('{0} pages may contain passwords or keys.', formatNumber(titles.length)),
  );
}

/** Escapes `:` and `//` as well, since some renderers of Markdown make bare addresses links. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~&@$^=]|:(?=\S)|\/(?=\/)/g, '\\$&');
}
