/** The keys of the commands that tests run most: where the palette is not what is tested, it would take a tenth of their time. */
const keys: Readonly<Record<string, readonly [key: string, command: string]>> = {
  'Clear All Notifications': ['F2', 'notifications.clearAll'],
  'Focus on Problems View': ['F3', 'workbench.panel.markers.view.focus'],
  'Publish Again': ['F4', 'publishToWiki.publishAgain'],
  'Publish to Wiki': ['F6', 'publishToWiki.publish'],
  'Set Platform Token…': ['F8', 'publishToWiki.setPlatformToken'],
  'Manage Connections…': ['F9', 'publishToWiki.manageConnections'],
};

/** As playwright names it. */
export function keyOf(title: string): string | undefined {
  const [key] = keys[title] ?? [];
  return key && `Control+Alt+Shift+${key}`;
}

/** The file in which VS Code keeps them. They run it as a part of another command, so that no button shows them. */
export const keybindings = JSON.stringify(
  Object.values(keys).map(([key, command]) => ({
    key: `ctrl+alt+shift+${key.toLowerCase()}`,
    command: 'runCommands',
    args: { commands: [command] },
  })),
);
