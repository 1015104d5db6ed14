import * as l10n from '@vscode/l10n';
import { isUserError } from '../core/text/errors';
import { plain } from '../core/text/plain';
import { commands } from './commands';
import { refuseSecrets } from './environment';
import { openOutputs, readOutputs, writeOutputs } from './output';
import { hide, masked } from './secrets';
import { commandNames, helpText, readArguments } from './usage';
import { exitCodes, UsageError } from './usageError';
import { wording } from './wording';

/** Runs a command and sets the exit code of the process. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await exitCodeOf(args);
  } catch (error) {
    const isTold = error instanceof UsageError || isUserError(error);
    const message = isTold ? error.message : `Something unexpected went wrong: ${String(error)}`;
    process.stderr.write(`${masked(plain(message))}\n`);
    process.exitCode = exitCodes.usage;
  }
}

async function exitCodeOf(args: readonly string[]): Promise<number> {
  l10n.config({ contents: wording });
  hide(process.env.WIKI_API_TOKEN?.trim() ?? '');
  hide(process.env.WIKI_PLATFORM_TOKEN?.trim() ?? '');
  hide(process.env.WIKI_STATE_KEY ?? '');
  refuseSecrets(args);
  const called = readArguments(args);
  const helped = args.includes('--help') ? commandNames.find((name) => name === args[0]) : undefined;
  if (called === undefined || called.options.help === true) {
    process.stdout.write(helpText(called?.command ?? helped));
    return exitCodes.done;
  }
  const outputs = readOutputs(called.formats);
  await openOutputs(outputs);
  const interrupting = new AbortController();
  process.once('SIGINT', () => interrupting.abort(exitCodes.interrupted));
  process.once('SIGTERM', () => interrupting.abort(exitCodes.terminated));
  const result = await commands[called.command](called, {
    environment: process.env,
    folder: process.cwd(),
    log: (text) => process.stderr.write(`  ${masked(plain(text))}\n`),
    interrupted: interrupting.signal,
  });
  let { exitCode } = result;
  await writeOutputs(outputs, result, {
    environment: process.env,
    masked,
    failed: (sentence) => {
      process.stderr.write(`${masked(plain(sentence))}\n`);
      exitCode ||= exitCodes.needsPerson;
    },
  });
  return exitCode;
}
