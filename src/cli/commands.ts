import { check } from './check';
import type { Command } from './opening';
import { plan } from './plan';
import { publish } from './publish';
import { test, token } from './token';
import type { CommandName } from './usage';

export const commands: Readonly<Record<CommandName, Command>> = { check, plan, publish, test, token };
