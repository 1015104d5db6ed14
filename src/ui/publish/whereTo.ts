import type { Decision } from '../../core/publish/decide';
import { destinationOf, type Destination } from '../../core/publish/destination';
import { chooseTarget } from './chooseTarget';
import { compareWithLast, type CompareDependencies } from './compare';
import { confirm, oldTitle } from './confirm';
import type { PublishRequest } from './publishRequest';
import { recentAt } from './recent';
import { refuseUnknownPlace, stepFor, type Connected, type ResolveDependencies } from './decideDocument';

/** Where a publish goes. `asked`: the person saw it. Undefined when they left, or compare first. */
export async function whereTo(
  dependencies: ResolveDependencies & CompareDependencies,
  resolved: Connected,
  { ask }: Pick<PublishRequest, 'ask'>,
): Promise<{ readonly destination: Destination; readonly asked: boolean } | undefined> {
  const { connection, decision, file, page } = resolved;
  const { target, known, change, questions } = decision;
  // What was done to the page is asked about last
  const [question] = questions.filter((each) => !('accepted' in each));
  const recent = recentAt(connection.endpoint, dependencies);
  const fromStep = ask === 'from space' || ask === 'from title';
  if (!fromStep) {
    await refuseUnknownPlace(dependencies, resolved);
  }
  if (
    !fromStep &&
    target !== undefined &&
    question === undefined &&
    (ask === 'if needed' || isNamed(decision))
  ) {
    return { destination: destinationOf(page, connection, target, change), asked: false };
  }
  const shown = target ?? (question?.kind === 'target' ? question.suggestion : undefined);
  const several = dependencies.settings.read().connections.length > 1;
  const chosen =
    fromStep || shown === undefined
      ? await chooseTarget(known, recent, ask === 'from title' ? 'title' : stepFor(decision), {
          lastTitle: oldTitle(change),
          titleScope: decision.titleScope,
        })
      : await confirm({
          decision,
          file,
          target: shown,
          recent,
          names: dependencies.names,
          endpoint: connection.endpoint,
          connectionName: several ? connection.name : undefined,
        });
  if (chosen === 'compare') {
    await compareWithLast(dependencies, resolved, { title: shown?.title ?? page.title });
    return undefined;
  }
  return (
    chosen && { destination: destinationOf(page, { ...connection, ...chosen }, chosen, change), asked: true }
  );
}

/** The file itself says where it goes. */
function isNamed({ origins }: Decision): boolean {
  return origins.space === 'frontMatter' && origins.parent === 'frontMatter';
}
