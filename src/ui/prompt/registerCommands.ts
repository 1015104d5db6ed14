import * as l10n from '@vscode/l10n';
import * as vscode from '../vscode';
import type { ReportErrors } from './reportErrors';

/**
 * `argument`: the first argument as VS Code passed it; `resource` is the URI in it. `selected`: undefined unless a menu
 * of the Explorer, of an editor or of a row runs the command.
 */
export type CommandHandler = (
  resource?: vscode.Uri,
  selected?: readonly vscode.Uri[],
  argument?: unknown,
) => unknown;

/** The code of all commands is loaded when the first one is run. */
export function registerCommands(
  { packageJSON }: vscode.Extension<unknown>,
  load: () => Promise<Readonly<Record<string, CommandHandler>>>,
  reportErrors: ReportErrors,
): vscode.Disposable {
  const { contributes } = packageJSON as { contributes: Contributes };
  const isOfRow = (id: string): boolean =>
    contributes.menus['view/item/context'].some(({ command }) => command === id);
  return vscode.Disposable.from(
    ...contributes.commands.map(({ command: id }) =>
      vscode.commands.registerCommand(id, (...given: readonly unknown[]) =>
        // Nothing is returned, since any extension can run the command and would get the result.
        reportErrors(async () => {
          const [argument, selected] = given;
          // VS Code passes undefined for a row that was redrawn a moment ago. Without this check, the active
          // editor’s file would be used.
          const isOfMenu = given.length > 1;
          const isLostRow = isOfRow(id) && isOfMenu && (argument ?? undefined) === undefined;
          if (isLostRow) {
            vscode.window.setStatusBarMessage(l10n.t('The row has just changed. Try again.'), 3_000);
            return;
          }
          const { [id]: command } = await load();
          await command?.(uriOf(argument), isOfMenu ? urisOf(selected) : undefined, argument);
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
  readonly menus: Readonly<Record<'view/item/context', readonly Contribution[]>>;
}

/** `argument`: a `Uri`, a row of a view with a `uri`, or anything that a keybinding passes. */
function uriOf(argument: unknown): vscode.Uri | undefined {
  const { uri = argument } = (argument ?? {}) as { readonly uri?: unknown };
  return uri instanceof vscode.Uri ? uri : typeof uri === 'string' ? vscode.Uri.parse(uri, true) : undefined;
}

function urisOf(argument: unknown): readonly vscode.Uri[] {
  return Array.isArray(argument) ? argument.flatMap((each) => uriOf(each) ?? []) : [];
}
