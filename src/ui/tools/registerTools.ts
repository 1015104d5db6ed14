import * as vscode from '../vscode';

export type Tool = vscode.LanguageModelTool<unknown>;

/** The code of all tools is loaded with the first call of one. */
export function registerTools(
  { packageJSON }: vscode.Extension<unknown>,
  load: () => Promise<Readonly<Record<string, Tool>>>,
): vscode.Disposable {
  const { contributes } = packageJSON as {
    contributes: { languageModelTools: readonly { name: string }[] };
  };
  return vscode.Disposable.from(
    ...contributes.languageModelTools.map(({ name }) =>
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async (options, cancellation) =>
          (await load())[name]?.prepareInvocation?.(options, cancellation),
        invoke: async (options, cancellation) => (await load())[name]?.invoke(options, cancellation),
      }),
    ),
  );
}
