import { check } from './check';
import type { Command } from './opening';
import { pages } from './pages';
import { plan } from './plan';
import { publish } from './publish';
import { test, token } from './token';
import type { CommandName } from './usage';

export const commands: Readonly<Record<CommandName, Command>> = { check, pages, plan, publish, test, token };
