/** The rooms of each floor, top first: a room imports only rooms below it on its floor, and lower floors. */
export const floors = {
  ui: ['tools', 'view', 'plan', 'pull', 'publish', 'connection', 'export', 'page', 'prompt'],
  cli: ['commands', 'unattended', 'state', 'workspace', 'git', 'output', 'environment'],
  services: [
    'documents',
    'plan',
    'publish',
    'wiki',
    'records',
    'export',
    'page',
    'workspace',
    'connection',
    'network',
    'store',
    'disk',
    'shared',
  ],
  core: [
    'view',
    'plan',
    'pull',
    'publish',
    'records',
    'page',
    'wiki',
    'export',
    'connection',
    'network',
    'workspace',
    'text',
  ],
};

/** What a part takes a `Pick` of: types alone, which any room may import. */
const serviceTypes = ['^src/ui/windowServices\\.ts$', '^src/services/services\\.ts$'];

/** What a window runs of VS Code, which any room of it imports. */
const api = '^src/ui/vscode\\.ts$';

const upwards = Object.entries(floors).flatMap(([floor, rooms]) =>
  rooms.map((room, index) => ({
    name: `${floor}-${room}-imports-down`,
    severity: 'error',
    from: { path: `^src/${floor}/${room}/` },
    to: {
      path: `^src/${floor}/`,
      pathNot: [room, ...rooms.slice(index + 1)]
        .map((below) => `^src/${floor}/${below}/`)
        .concat(serviceTypes, api),
    },
  })),
);

export default {
  forbidden: [
    ...upwards,
    {
      name: 'session-store-imports-down',
      severity: 'error',
      from: { path: '^src/services/export/store/' },
      to: { path: '^src/services/export/[^/]+$' },
    },
    {
      name: 'session-system-imports-down',
      severity: 'error',
      from: { path: '^src/services/export/system/' },
      to: { path: '^src/services/export/([^/]+$|store/)' },
    },
    {
      name: 'front-ends-stand-side-by-side',
      severity: 'error',
      from: { path: '^src/(core|services|ui|extension)' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'services-are-types',
      severity: 'error',
      from: {},
      to: { path: serviceTypes, dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-file-has-a-room',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(extension|ui/commands|ui/windowServices|services/services)\\.ts$|^src/cli/(main|action|commandLine|commands)\\.ts$|^src/(core|services|ui|cli)/[^/]+/',
      },
      to: {},
    },
  ],
  options: {
    includeOnly: '^src',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
