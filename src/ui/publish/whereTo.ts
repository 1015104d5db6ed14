import type { Target } from '../../core/wiki/target';
import { chooseTarget } from './chooseTarget';
import { compareWithLast, type CompareDependencies } from './compare';
import { confirmTarget, lastTitle } from './confirm';
import { recentAt } from './recent';
import type { Resolved, ResolveDependencies } from './resolve';
import type { Start } from './publishRequest';

/** Where a publish goes. `asked`: the person saw it. Undefined when they left, or compare first. */
export async function whereTo(
  publishing: ResolveDependencies & CompareDependencies,
  resolved: Resolved,
  start: Start,
): Promise<{ readonly target: Target; readonly asked: boolean } | undefined> {
  const { change, decision, connection, page } = resolved;
  const recent = recentAt(connection.endpoint, publishing.memory, publishing.lookups);
  if (start.kind === 'send') {
    return { target: start.job.target, asked: true };
  }
  if (start.kind === 'change') {
    return asked(await chooseTarget(start.job.target, recent, start.from));
  }
  const { target, known, missing, foreign, named } = decision;
  if (target === undefined) {
    const from = missing[0] === 'title' ? 'title' : 'space';
    return asked(await chooseTarget(known, recent, from, lastTitle(change)));
  }
  const again = start.again === true;
  // What the front matter asks for and could cost others their text is asked once
  const decided = named && !(foreign && page.frontMatter.overwrite === true);
  if (change.kind !== 'retitled' && (again || decided)) {
    // Nobody was asked: a page that others made stays as it is
    return { target: foreign ? { ...target, overwrite: false } : target, asked: false };
  }
  const several = publishing.settings.read().connections.length > 1;
  const connectionName = several ? connection.name : undefined;
  const confirmed = await confirmTarget({ target, recent, connectionName, change, foreign });
  if (confirmed !== 'compare') {
    return asked(confirmed);
  }
  await compareWithLast(publishing, resolved, target);
  return undefined;
}

function asked(target: Target | undefined): { target: Target; asked: true } | undefined {
  return target && { target, asked: true };
}
