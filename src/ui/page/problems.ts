import * as vscode from '../vscode';
import type { Fix, Problem, Severity } from '../../core/page/problem';
import type { Page } from '../../core/page/page';
import { hasWikiEntries } from '../../core/page/wikiFrontMatter';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { concernsDocument } from '../../core/records/pageRecord';
import type { ConnectionSettings } from '../../services/connection/connectionSettings';
import type { PlatformTokens } from '../../services/connection/platformTokens';
import type { FolderTargets } from '../../services/records/folderTargets';
import type { PageRecords } from '../../services/records/pageRecords';
import { DelayedWork } from '../../services/shared/delayedWork';
import { shownProblems } from '../../services/page/shownProblems';
import { completeLinkProblems } from '../../services/workspace/linkedFiles';
import { pageSettingsOf, readWithLinks, type ReadDependencies } from '../../services/documents/readDocument';
import type { ReportErrors } from '../prompt/reportErrors';
import { openDocument } from './document';
import type { Identify } from './identify';

export interface ProblemsDependencies extends ReadDependencies {
  readonly identify: Identify;
  readonly settings: ConnectionSettings;
  readonly records: PageRecords;
  readonly folderTargets: FolderTargets;
  readonly extensionUri: vscode.Uri;
  readonly platformTokens: PlatformTokens;
  readonly reportErrors: ReportErrors;
  /** Is called when the front matter of a document has entries for the wiki, such as a space. */
  readonly onDidFindTarget: () => void;
  /** Whether a platform token is stored for the wiki, without which its pages can’t be looked up. */
  readonly canLookUp: (endpoint: string) => Promise<boolean>;
}

interface CheckedDocument {
  readonly version: number;
  readonly problems: readonly Problem[];
  readonly file: FileIdentity;
  /** The URIs of the files that the document links to. */
  readonly linked: readonly string[];
}

const debounceMs = 300;
/** Only what a person edits: a side of a comparison has another scheme, such as `git`. */
const selector = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'].map((scheme) => ({
  language: 'markdown',
  scheme,
}));

/** Checks a document at each event that may change its problems; while the person types, only if it has some. */
export class Problems implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('publish-to-wiki');
  readonly #found = new Map<string, CheckedDocument>();
  readonly #pauses = new DelayedWork(debounceMs);
  /** URIs of documents that are checked whatever the settings say, since the person asked for it. */
  readonly #asked = new Set<string>();
  readonly #disposable: vscode.Disposable;

  constructor(private readonly dependencies: ProblemsDependencies) {
    const later = (document: vscode.TextDocument): void => this.#later(document);
    const allLater = (): void => vscode.workspace.textDocuments.forEach(later);
    this.#disposable = vscode.Disposable.from(
      this.#diagnostics,
      vscode.workspace.onDidOpenTextDocument(later),
      vscode.workspace.onDidSaveTextDocument(later),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        (this.#diagnostics.get(document.uri) ?? []).length > 0 ? later(document) : undefined,
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('publishToWiki')) {
          allLater();
        }
      }),
      this.#pauses,
      dependencies.records.watch((ids) => this.#recordsChanged(ids)),
      dependencies.platformTokens.watch(allLater),
      vscode.languages.registerCodeActionsProvider(selector, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    );
    allLater();
  }

  async provideCodeActions(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    const known = this.#found.get(document.uri.toString());
    // A fix for a text that has changed would edit the wrong place.
    const problems =
      known?.version === document.version ? known.problems : ((await this.#check(document)) ?? []);
    const near = problems.filter((problem) => range.intersection(rangeOf(document, problem)) !== undefined);
    return near.flatMap((problem) =>
      this.#diagnosticsOf(document, [problem]).flatMap((diagnostic) =>
        (problem.fixes ?? []).map((fix) => actionOf(document, fix, diagnostic)),
      ),
    );
  }

  /**
   * Does what `open` does, and also shows the Problems view. That view may select another problem, so the one that
   * `open` selects is shown in the text as well.
   */
  async reveal(uri: vscode.Uri): Promise<void> {
    await this.open(uri);
    await vscode.commands.executeCommand('workbench.panel.markers.view.focus');
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    await vscode.commands.executeCommand('editor.action.marker.next');
  }

  /** Checks the document even if `publishToWiki.check` is “never”, shows it, and selects its most severe problem. */
  async open(uri: vscode.Uri, preserveFocus = false): Promise<void> {
    this.#asked.add(uri.toString());
    const document = await openDocument(uri);
    // The problems are set before the document is shown, since the Problems view scrolls to them at that moment.
    await this.#show(document);
    const editor = await vscode.window.showTextDocument(document, { preserveFocus });
    const found = this.#diagnostics.get(uri) ?? [];
    const first = found.toSorted((one, other) => one.severity - other.severity)[0];
    if (first !== undefined) {
      editor.selection = new vscode.Selection(first.range.start, first.range.start);
      editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  #later(document: vscode.TextDocument, how: 'debounce' | 'throttle' = 'debounce'): void {
    if (vscode.languages.match(selector, document) > 0) {
      this.#pauses[how](
        document.uri.toString(),
        () => void this.dependencies.reportErrors(() => this.#show(document)),
      );
    }
  }

  /** Throttled, since a run changes records all the time: a debounced check would wait until the run has ended. */
  #recordsChanged(ids: readonly string[]): void {
    const { index } = this.dependencies.records;
    const pages = ids.map((id) => index.get(id));
    for (const document of vscode.workspace.textDocuments) {
      const found = this.#found.get(document.uri.toString());
      if (found === undefined || pages.some((page) => concernsDocument(page, found.file, found.linked))) {
        this.#later(document, 'throttle');
      }
    }
  }

  async #show(document: vscode.TextDocument): Promise<void> {
    const problems = await this.#check(document);
    if (problems === undefined || document.isClosed) {
      return;
    }
    this.#diagnostics.set(document.uri, this.#diagnosticsOf(document, problems));
  }

  /** Resolves with undefined if the document can’t be read, or was changed or closed meanwhile. */
  async #check(document: vscode.TextDocument): Promise<readonly Problem[] | undefined> {
    const { uri, version } = document;
    const names = this.dependencies.settings.read().connections.map(({ name }) => name);
    const snapshot = { uri: uri.toString(), text: document.getText() };
    const file = await this.dependencies.identify(uri);
    const read = await readWithLinks(this.dependencies, snapshot, names);
    const { page, linked = [] } = read ?? {};
    const isWanted = page !== undefined && (await this.#isWanted(uri, file, page));
    // A new document is empty at first, so an empty body is reported only to a person who asked for the check.
    const isTold = ({ kind }: Problem): boolean => kind !== 'emptyBody' || this.#asked.has(uri.toString());
    const all = isWanted && read ? await shownProblems(read, this.dependencies.canLookUp) : [];
    const told = all.filter(isTold);
    const problems = await completeLinkProblems(this.dependencies.workspace, uri.toString(), told);
    if (page === undefined || document.version !== version || document.isClosed) {
      return undefined;
    }
    this.#found.set(uri.toString(), { version, problems, file, linked: linked.map((each) => each.uri) });
    return problems;
  }

  /** By default (`publishToWiki.check`), only a document with a place in the wiki or a published page is checked. */
  async #isWanted(uri: vscode.Uri, file: FileIdentity, { frontMatter, problems }: Page): Promise<boolean> {
    const { folderTargets, records, onDidFindTarget, extensionUri } = this.dependencies;
    // The guide that comes with the extension is Markdown too, but is never published.
    if (uri.path.startsWith(`${extensionUri.path}/`)) {
      return false;
    }
    const isNamed = hasWikiEntries(frontMatter, problems);
    if (isNamed) {
      onDidFindTarget();
    }
    const key = uri.toString();
    const check = vscode.workspace.getConfiguration('publishToWiki', uri).get('check');
    if (this.#asked.has(key) || check === 'open') {
      return true;
    }
    if (check === 'never') {
      return false;
    }
    const known = await records.read();
    const { space = folderTargets.targetFor(key)?.space, parent } = this.#settingsOf(uri).defaults;
    const isPlaced = isNamed || space !== undefined || parent !== undefined;
    return isPlaced || known.ofFile(file).length > 0;
  }

  #diagnosticsOf(document: vscode.TextDocument, problems: readonly Problem[]): vscode.Diagnostic[] {
    const { severities } = this.#settingsOf(document.uri);
    return problems.flatMap((problem) => {
      const severity = severities[problem.kind];
      return severity === 'off' ? [] : [diagnosticOf(document, problem, severity)];
    });
  }

  #settingsOf(uri: vscode.Uri): ReturnType<typeof pageSettingsOf> {
    return pageSettingsOf(this.dependencies.workspace, uri.toString());
  }

  #forget(uri: vscode.Uri): void {
    this.#pauses.cancel(uri.toString());
    this.#found.delete(uri.toString());
    this.#asked.delete(uri.toString());
    this.#diagnostics.delete(uri);
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

function rangeOf(
  document: vscode.TextDocument,
  { start, end }: Pick<Problem, 'start' | 'end'>,
): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

const shownAs: Readonly<Record<Exclude<Severity, 'off'>, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

function diagnosticOf(
  document: vscode.TextDocument,
  problem: Problem,
  severity: Exclude<Severity, 'off'>,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(document, problem), problem.message, shownAs[severity]);
  diagnostic.source = 'Publish to Wiki';
  diagnostic.code = problem.kind;
  return diagnostic;
}

function actionOf(document: vscode.TextDocument, fix: Fix, diagnostic: vscode.Diagnostic): vscode.CodeAction {
  const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  if (fix.kind === 'edit') {
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, rangeOf(document, fix.edit), fix.edit.text);
  } else {
    action.command = { title: fix.title, ...commandOf(fix) };
  }
  return action;
}

function commandOf(fix: Exclude<Fix, { readonly kind: 'edit' }>): Omit<vscode.Command, 'title'> {
  switch (fix.kind) {
    case 'setting':
      return { command: 'workbench.action.openSettings', arguments: [fix.setting] };
    case 'encoding':
      return { command: 'workbench.action.editor.changeEncoding' };
    case 'publish':
      return { command: 'publishToWiki.publish', arguments: [vscode.Uri.parse(fix.uri, true)] };
  }
}
