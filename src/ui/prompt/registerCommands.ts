import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ReportErrors } from './reportErrors';

/** Handles a command. `argument`: the first argument as it was passed. */
export type CommandHandler = (
  resource?: vscode.Uri,
  selected?: readonly vscode.Uri[],
  argument?: unknown,
) => unknown;

/** Registers the commands of the manifest. Their code is loaded with the first one. */
export function registerCommands(
  { packageJSON }: vscode.Extension<unknown>,
  load: () => Promise<Readonly<Record<string, CommandHandler>>>,
  reportErrors: ReportErrors,
): vscode.Disposable {
  const { contributes } = packageJSON as { contributes: Contributes };
  const isIn = (menu: readonly Contribution[], id: string): boolean =>
    menu.some(({ command }) => command === id);
  const { 'view/item/context': rowMenu, 'view/title': titleMenu } = contributes.menus;
  const isOfRow = (id: string): boolean => isIn(rowMenu, id) && !isIn(titleMenu, id);
  return vscode.Disposable.from(
    ...contributes.commands.map(({ command: id }) =>
      vscode.commands.registerCommand(id, (...given: readonly unknown[]) =>
        // A keybinding may pass any argument. Nothing is returned, since other extensions could read it.
        reportErrors(async () => {
          const [argument, selected] = given;
          // VS Code passes undefined for a row that was just redrawn: the active editor would be used
          // instead.
          const isLostRow = isOfRow(id) && given.length > 1 && (argument ?? undefined) === undefined;
          if (isLostRow) {
            vscode.window.setStatusBarMessage(l10n.t('The row has just changed. Try again.'), 3_000);
            return;
          }
          const { [id]: command } = await load();
          await command?.(uriOf(argument), selectedUris(selected), argument);
        }),
      ),
    ),
  );
}

interface Contribution {
  readonly command: string;
}

interface Contributes {
  readonly commands: readonly Contribution[];
  readonly menus: Readonly<Record<'view/item/context' | 'view/title', readonly Contribution[]>>;
}

/** Reads the URI of an argument, which may be a row of a view. */
function uriOf(argument: unknown): vscode.Uri | undefined {
  const { uri = argument } = (argument ?? {}) as { readonly uri?: unknown };
  return uri instanceof vscode.Uri ? uri : typeof uri === 'string' ? vscode.Uri.parse(uri, true) : undefined;
}

function selectedUris(argument: unknown): readonly vscode.Uri[] {
  return Array.isArray(argument) ? argument.filter((each) => each instanceof vscode.Uri) : [];
}
