import * as vscode from 'vscode';
import type { Fix, Problem, Severity } from '../../core/page/problem';
import type { Page } from '../../core/page/page';
import { namesWiki } from '../../core/page/wikiFrontMatter';
import type { FileIdentity } from '../../core/records/fileIdentity';
import { isForFile } from '../../core/records/pageRecord';
import type { ConnectionSettings } from '../../services/connection/connectionSettings';
import type { PlatformTokens } from '../../services/connection/platformTokens';
import type { FolderTargets } from '../../services/records/folderTargets';
import type { PageRecords } from '../../services/records/pageRecords';
import { Pauses } from '../../services/shared/pauses';
import { toldProblems } from '../../services/page/toldProblems';
import { withLinkedFiles } from '../../services/workspace/linkedFiles';
import { pageSettingsOf, readWithLinks, type ReadDependencies } from '../../services/documents/readDocument';
import type { ReportErrors } from '../prompt/reportErrors';
import { openDocument } from './document';
import type { Identify } from './identify';

export interface ProblemsDependencies extends ReadDependencies {
  readonly identify: Identify;
  readonly settings: ConnectionSettings;
  readonly records: PageRecords;
  readonly folderTargets: FolderTargets;
  /** The folder that the extension is installed in. */
  readonly ownFolder: vscode.Uri;
  readonly platformTokens: PlatformTokens;
  readonly reportErrors: ReportErrors;
  /** Is called when a document has a target in its front matter. */
  readonly onTarget: () => void;
  /** Whether the pages of a wiki can be looked up. */
  readonly canLookUp: (endpoint: string) => Promise<boolean>;
}

interface CheckedDocument {
  readonly version: number;
  readonly problems: readonly Problem[];
  readonly file: FileIdentity;
  /** The files that it links to. */
  readonly linked: readonly string[];
}

const settleMs = 300;
/** Documents that a person edits, not the sides of a comparison. */
const selector = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'].map((scheme) => ({
  language: 'markdown',
  scheme,
}));

/** Shows the problems of open documents. They are checked when opened and saved, and while they have problems, as they change. */
export class Problems implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('publish-to-wiki');
  readonly #found = new Map<string, CheckedDocument>();
  readonly #pauses = new Pauses(settleMs);
  /** The documents that the person asked to be checked. */
  readonly #asked = new Set<string>();
  readonly #disposable: vscode.Disposable;

  constructor(private readonly dependencies: ProblemsDependencies) {
    const later = (document: vscode.TextDocument): void => this.#later(document);
    const allLater = (): void => vscode.workspace.textDocuments.forEach(later);
    this.#disposable = vscode.Disposable.from(
      this.#diagnostics,
      vscode.workspace.onDidOpenTextDocument(later),
      vscode.workspace.onDidSaveTextDocument(later),
      // The problems are updated while the person types once there are any; the first ones are shown on save.
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

  /** Checks the current text and shows its problems. */
  async reveal(uri: vscode.Uri): Promise<void> {
    this.#asked.add(uri.toString());
    const { document } = await vscode.window.showTextDocument(uri);
    await this.#show(document);
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  }

  /** Opens a document at its first problem. */
  async open(uri: vscode.Uri): Promise<void> {
    this.#asked.add(uri.toString());
    const editor = await vscode.window.showTextDocument(await openDocument(uri));
    await this.#show(editor.document);
    const found = this.#diagnostics.get(uri) ?? [];
    const first = found.toSorted((one, other) => one.severity - other.severity)[0];
    if (first !== undefined) {
      editor.selection = new vscode.Selection(first.range.start, first.range.start);
      editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  #later(document: vscode.TextDocument, how: 'restart' | 'begin' = 'restart'): void {
    if (vscode.languages.match(selector, document) > 0) {
      this.#pauses[how](
        document.uri.toString(),
        () => void this.dependencies.reportErrors(() => this.#show(document)),
      );
    }
  }

  /** Checks only the documents that these pages concern. A run changes records all the time, so the delay is not restarted. */
  #recordsChanged(ids: readonly string[]): void {
    const { last } = this.dependencies.records;
    const pages = ids.map((id) => last.get(id));
    for (const document of vscode.workspace.textDocuments) {
      const found = this.#found.get(document.uri.toString());
      if (found === undefined || pages.some((page) => isForFile(page, found.file, found.linked))) {
        this.#later(document, 'begin');
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

  /** Returns undefined if the text changed meanwhile, since the positions would be wrong. The next save checks again. */
  async #check(document: vscode.TextDocument): Promise<readonly Problem[] | undefined> {
    const { uri, version } = document;
    const names = this.dependencies.settings.read().connections.map(({ name }) => name);
    const snapshot = { uri: uri.toString(), text: document.getText() };
    const file = await this.dependencies.identify(uri);
    const read = await readWithLinks(this.dependencies, snapshot, names);
    const { page, linked = [] } = read ?? {};
    const isWanted = page !== undefined && (await this.#isWanted(uri, file, page));
    // An empty document is reported only once it was to be published.
    const isTold = ({ kind }: Problem): boolean => kind !== 'emptyBody' || this.#asked.has(uri.toString());
    const all = isWanted && read ? await toldProblems(read, this.dependencies.canLookUp) : [];
    const told = all.filter(isTold);
    const problems = await withLinkedFiles(this.dependencies.workspace, uri.toString(), told);
    if (page === undefined || document.version !== version || document.isClosed) {
      return undefined;
    }
    this.#found.set(uri.toString(), { version, problems, file, linked: linked.map((each) => each.uri) });
    return problems;
  }

  /** Whether the document is checked, by the setting or because the person asked for it. */
  async #isWanted(uri: vscode.Uri, file: FileIdentity, { frontMatter, problems }: Page): Promise<boolean> {
    const { folderTargets, records, onTarget, ownFolder } = this.dependencies;
    // The guide is for reading.
    if (uri.path.startsWith(`${ownFolder.path}/`)) {
      return false;
    }
    const isNamed = namesWiki(frontMatter, problems);
    if (isNamed) {
      onTarget();
    }
    const key = uri.toString();
    const check = vscode.workspace.getConfiguration('publishToWiki', uri).get('check');
    if (this.#asked.has(key) || check === 'open') {
      return true;
    }
    if (check === 'never') {
      return false;
    }
    const { space, parent } = folderTargets.defaultsFor(key, this.#settingsOf(uri).defaults);
    const isPlaced = isNamed || space !== undefined || parent !== undefined;
    return isPlaced || (await records.read()).ofFile(file).length > 0;
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
    this.#pauses.end(uri.toString());
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
