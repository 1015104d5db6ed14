import * as l10n from '@vscode/l10n';
import { rmSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../services/disk/disk';
import type { Environment } from '../environment/environment';
import { formats } from './formats';
import { asJobSummary } from './jobSummary';
import { fileExists, refuseMarkdownName, writeOutputFile } from './reportFile';
import { maskedResult, type CommandResult } from './result';
import { exitCodes, UsageError } from '../environment/usageError';

interface Output {
  readonly format: keyof typeof formats;
  /** Undefined for standard output. */
  readonly file: string | undefined;
}

/** `named`: values of `--format`, each FORMAT or FORMAT=FILE. If none names standard output, `text` goes there. */
export function readOutputs(named: readonly string[]): readonly Output[] {
  const outputs = named.map((each): Output => {
    const [name = '', ...rest] = each.split('=');
    const format = (Object.keys(formats) as Output['format'][]).find((one) => one === name);
    if (format === undefined) {
      throw new UsageError(`--format: ${Object.keys(formats).join(', ')}`);
    }
    const file = rest.length === 0 ? undefined : rest.join('=');
    if (file === '') {
      throw new UsageError(l10n.t('--format {0}=: the name of the file is missing.', name));
    }
    if (file !== undefined) {
      refuseMarkdownName(file);
    }
    return { format, file };
  });
  const shown = outputs.filter(({ file }) => file === undefined);
  if (shown.length > 1) {
    throw new UsageError(
      l10n.t('Standard output has one format: say where the others go, as in --format json=FILE.'),
    );
  }
  return shown.length === 0 ? [...outputs, { format: 'text', file: undefined }] : outputs;
}

/**
 * Creates or empties the files before anything is sent, so that an unwritable file stops the command. The name of
 * each new file is added to `created` before the file is created.
 */
export async function openOutputs(outputs: readonly Output[], created: string[]): Promise<void> {
  for (const { file } of outputs) {
    if (file !== undefined) {
      try {
        // A missing folder may be a typing error, so it is not created.
        await stat(path.dirname(path.resolve(file)));
        if (!(await fileExists(file))) {
          created.push(file);
        }
        await writeOutputFile(file, '');
      } catch (error) {
        discardOutputs(created);
        throw new UsageError(unwritableText(file, error), { cause: error });
      }
    }
  }
}

export function discardOutputs(created: readonly string[]): void {
  for (const file of created) {
    rmSync(file, { force: true });
  }
}

export interface WriteOutputsOptions {
  readonly environment: Environment;
  readonly failed: (sentence: string) => void;
}

export async function writeOutputs(
  outputs: readonly Output[],
  result: CommandResult,
  { environment, failed }: WriteOutputsOptions,
): Promise<void> {
  const tried = async (file: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      failed(unwritableText(file, error));
    }
  };
  const safe = maskedResult(result);
  for (const { format, file } of outputs) {
    if (file === undefined) {
      await tried('stdout', () => printToStdout(formats[format](safe, environment, process.stdout)));
    } else {
      await tried(file, () => writeOutputFile(file, formats[format](safe, environment)));
    }
  }
  const { GITHUB_STEP_SUMMARY: summary } = environment;
  if (summary && outputs.some(({ format }) => format === 'github')) {
    await tried(summary, async () => {
      const taken = (await stat(summary).catch(() => undefined))?.size ?? 0;
      await appendFile(summary, asJobSummary(safe, taken));
    });
  }
}

/** Rejects if the text can’t be written; a reader such as `head` that has ended (EPIPE) is no failure. */
export function printToStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error && codeOf(error) !== 'EPIPE') {
        reject(error);
      } else {
        resolve();
      }
    });
  });
}

/** If `github` is the format of standard output, prints why there is no result; other formats write nothing then. */
export function annotateRefusal(outputs: readonly Output[], command: string, sentence: string): void {
  if (outputs.some(({ format, file }) => format === 'github' && file === undefined)) {
    const refusal = { command, findings: [], summary: sentence, exitCode: exitCodes.usage };
    process.stdout.write(formats.github(refusal, {}));
  }
}

function unwritableText(file: string, error: unknown): string {
  return l10n.t('{0} can’t be written ({1}).', file, codeOf(error));
}
