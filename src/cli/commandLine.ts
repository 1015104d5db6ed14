import * as l10n from '@vscode/l10n';
import { isUserError } from '../core/text/errors';
import { visibleLine } from '../core/text/plainLine';
import { commands } from './commands';
import { refuseSecrets } from './environment/environment';
import { withoutForgeCommands } from './output/shownText';
import { languageOf, setLanguage } from './environment/language';
import {
  annotateRefusal,
  discardOutputs,
  openOutputs,
  printToStdout,
  readOutputs,
  writeOutputs,
} from './output/output';
import { maskSecret, masked } from './environment/secrets';
import { Interruption } from './environment/interruption';
import { commandNames, helpText, readArguments } from './environment/usage';
import { exitCodes, UsageError } from './environment/usageError';

export async function runCommandLine(args: readonly string[]): Promise<void> {
  keepOnUnprinted();
  const without = (): void =>
    printToStderr(l10n.t('The command ended without a result, which is a fault of it.'));
  process.once('beforeExit', without);
  try {
    process.exitCode = await exitCodeOf(args);
  } catch (error) {
    printToStderr(visibleLine(sentenceOf(error)));
    process.exitCode = isTold(error) ? exitCodes.usage : exitCodes.needsPerson;
  }
  process.off('beforeExit', without);
}

async function exitCodeOf(args: readonly string[]): Promise<number> {
  maskSecret(process.env.WIKI_API_TOKEN?.trim() ?? '');
  maskSecret(process.env.WIKI_PLATFORM_TOKEN?.trim() ?? '');
  setLanguage(languageOf([], process.env));
  refuseSecrets(args);
  setLanguage(languageOf(args, process.env));
  const parsed = readArguments(args);
  const helped = commandNames.find((name) => name === args[args[0] === 'help' ? 1 : 0]);
  if (parsed === undefined || parsed.options.help === true) {
    await printToStdout(helpText(parsed?.command ?? helped));
    return exitCodes.done;
  }
  const outputs = readOutputs(parsed.formats);
  if (outputs.some(({ format }) => format !== 'text')) {
    // Programs read formats other than text, so these are in English whatever the person’s language is.
    setLanguage('en');
  }
  const created: string[] = [];
  const discard = (): void => discardOutputs(created);
  const interruption = new Interruption(() => {
    discard();
    if (parsed.command === 'publish') {
      // A question hides the cursor while it is open.
      process.stderr.write(process.stderr.isTTY ? '\n\u001b[?25h' : '');
      printToStderr(l10n.t('Nothing was sent.'));
    }
  });
  await openOutputs(outputs, created);
  const result = await commands[parsed.command](parsed, {
    environment: process.env,
    workingDirectory: process.cwd(),
    log: (text) => printToStderr(`  ${visibleLine(text)}`),
    interruption,
  }).catch((error: unknown) => {
    discard();
    annotateRefusal(outputs, parsed.command, masked(sentenceOf(error)));
    throw error;
  });
  let { exitCode } = result;
  await writeOutputs(outputs, result, {
    environment: process.env,
    failed: (sentence) => {
      printToStderr(visibleLine(sentence));
      exitCode ||= exitCodes.needsPerson;
    },
  });
  return exitCode;
}

/** Without an `error` listener, Node.js would end the command when a reader such as `head` closes the pipe. */
function keepOnUnprinted(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
}

function isTold(error: unknown): error is Error {
  return error instanceof UsageError || isUserError(error);
}

function sentenceOf(error: unknown): string {
  return isTold(error) ? error.message : l10n.t('Something unexpected went wrong: {0}', String(error));
}

function printToStderr(line: string): void {
  process.stderr.write(`${withoutForgeCommands(masked(line))}\n`);
}
