import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../host/folders.js';
import type { Said, Terminal } from './terminal.js';

/** As action.yml describes it. */
export const action = parse(readFileSync(path.join(projectRoot, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
};

/** As the forge does it: each input that is described is a variable, whether somebody gave it or not. */
export function runAction(
  terminal: Terminal,
  event: string,
  given: Readonly<Record<string, string | number>> = {},
): Promise<Said> {
  assert.equal(action.runs.using, 'node24');
  const described = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
  const inputs = { ...(Object.fromEntries(described) as Record<string, string>), ...given };
  Object.assign(terminal.environment, {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: event,
    GITHUB_WORKSPACE: terminal.folder,
    GITHUB_STEP_SUMMARY: path.join(terminal.folder, 'summary.md'),
  });
  for (const [name, value] of Object.entries(inputs)) {
    terminal.environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] = String(value);
  }
  return terminal.begin([], '', path.join(projectRoot, action.runs.main)).ended;
}
