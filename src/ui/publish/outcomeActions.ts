import * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection';
import type { Outcome } from '../../core/wiki/outcome';
import type { OutcomeAction } from '../../core/wiki/outcomeReport';
import { replaceToken } from '../connection/connect';
import type { Job, Start } from './publishRequest';
import { testConnection, type TestDependencies } from '../connection/testConnection';

/** Does what a person picked from the report on an outcome. */
export async function act(
  action: OutcomeAction,
  testing: TestDependencies,
  job: Job,
  outcome: Outcome,
  publish: (start: Start) => Promise<void>,
): Promise<void> {
  switch (action) {
    case 'copyResponse':
      await vscode.env.clipboard.writeText(outcome.kind === 'answered' ? (outcome.answer.message ?? '') : '');
      return;
    case 'overwrite':
      return publish({ kind: 'send', job: { ...job, target: { ...job.target, overwrite: true } } });
    case 'changeTitle':
      return publish({ kind: 'change', from: 'title', job });
    case 'changeTarget':
      return publish({ kind: 'change', from: 'space', job });
    case 'tryAgain':
      return publish({ kind: 'send', job });
    case 'replaceToken':
      return replaceTokenAnd(() => publish({ kind: 'send', job }), testing, job.connection);
    case 'testConnection':
      return testConnection(testing, job.connection);
    case 'showLog':
      testing.log.show();
  }
}

export async function replaceTokenAnd(
  goOn: () => Promise<void>,
  { tokens }: Pick<TestDependencies, 'tokens'>,
  connection: Connection,
): Promise<void> {
  if ((await replaceToken(tokens, connection)) !== undefined) {
    await goOn();
  }
}
