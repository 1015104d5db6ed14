import type * as vscode from 'vscode';

/** Keeps the active choice by its position, so `items` has to begin with the same ones in the same order as before. */
export function relabel<T extends vscode.QuickPickItem>(
  pick: vscode.QuickPick<T>,
  items: readonly T[],
): void {
  const places = new Map(pick.items.map((item, index) => [item, index]));
  const active = pick.activeItems.flatMap((item) => items[places.get(item) ?? -1] ?? []);
  pick.items = items;
  // VS Code activates the first choice if none is set.
  if (active.length > 0) {
    pick.activeItems = active;
  }
}

/** `selectedItems` may have an older choice, if the labels changed while Enter was on its way. */
export function pointedAt<T extends vscode.QuickPickItem>({
  activeItems,
  selectedItems,
}: vscode.QuickPick<T>): T | undefined {
  return activeItems[0] ?? selectedItems[0];
}
