import type * as vscode from 'vscode';
import type { Destination } from '../../core/publish/destination';
import type { Told } from '../../core/publish/stopReport';
import type { Chosen } from '../../core/publish/precedence';

/** What a person asked for, with a command or a button. */
export interface PublishRequest {
  /** Undefined for the active document. */
  readonly resource: vscode.Uri | undefined;
  /** `always`: shows where it goes, unless the file says so itself; `if needed`: only what nobody knows; or all from a step. */
  readonly ask: 'always' | 'if needed' | 'from space' | 'from title';
  readonly chosen?: Chosen | undefined;
  readonly told?: Told | undefined;
  readonly evenUnchanged?: boolean | undefined;
}

/** The same once more, without a question. */
export function again(request: PublishRequest, { endpoint, target }: Destination): PublishRequest {
  const accepted = request.chosen?.accepted;
  const chosen = { endpoint, ...target, ...(accepted !== undefined && { accepted }) };
  return { ...request, ask: 'if needed', chosen, evenUnchanged: true };
}
