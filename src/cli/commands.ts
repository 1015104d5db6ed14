import { check } from './commands/check';
import type { Subcommand } from './commands/withTerminal';
import { pages } from './commands/pages';
import { plan } from './commands/plan';
import { publish } from './commands/publish';
import { test, token } from './commands/token';
import type { CommandName } from './environment/usage';

export const commands: Readonly<Record<CommandName, Subcommand>> = {
  check,
  pages,
  plan,
  publish,
  test,
  token,
};
