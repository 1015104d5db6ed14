import { build } from 'esbuild';
import type { parseAction } from '@actions/workflow-parser/actions/action-parser';
import type { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot, removeFolder, temporaryFolder } from '../host/folders.js';

interface Parser {
  readonly parseAction: typeof parseAction;
  readonly NoOperationTraceWriter: typeof NoOperationTraceWriter;
}

/** What the forge’s own parser has against an action. */
export async function problemsOfAction(content: string): Promise<readonly string[]> {
  const folder = await temporaryFolder('action-schema');
  try {
    const { parseAction: parse, NoOperationTraceWriter: NoTrace } = await loadParser(folder);
    const { context } = parse({ name: 'action.yml', content }, new NoTrace());
    return context.errors.getErrors().map(({ message }) => message);
  } finally {
    await removeFolder(folder);
  }
}

/** It imports JSON as bundlers do and Node.js does not. */
async function loadParser(folder: string): Promise<Parser> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        export { parseAction } from '@actions/workflow-parser/actions/action-parser';
        export { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';`,
      resolveDir: projectRoot,
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
  });
  const file = path.join(folder, 'parser.cjs');
  await writeFile(file, outputFiles[0]?.text ?? '');
  return createRequire(file)(file) as Parser;
}
