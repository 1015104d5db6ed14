import { placeOf } from '../../core/publish/recordChanges';
import type { PageRecord } from '../../core/records/pageRecord';
import { stateLabel } from '../../core/publish/states';
import type { PlanRow } from '../../core/plan/row';
import { rowDetail } from '../../services/plan/planTexts';
import type { PreparedSend } from '../../services/publish/preparedSend';
import type { Person } from '../../services/publish/host';
import type { SendResult } from '../../services/publish/publishResult';
import { policies } from '../../services/publish/request';
import { readUnasked } from '../../services/publish/unasked';
import { hashOf } from '../../services/records/hashOf';
import type { FoundFile } from '../../services/workspace/files';
import type { PageWithText } from '../../services/publish/readForPublish';
import type { WindowServices } from '../windowServices';

export interface CheckedFile {
  readonly row: PlanRow;
  readonly read: PageWithText | undefined;
  /** What the person has to do or decide before the file can be published. */
  readonly obstacle: string | undefined;
  readonly publishable: Publishable | undefined;
}

export interface Publishable {
  readonly ready: PreparedSend;
  readonly replaced: PageRecord | undefined;
  /** A hash of the text, the destination and the page, with which a later call detects changes. */
  readonly fingerprint: string;
}

export async function checkFile(
  { flow, names, records }: Pick<WindowServices, 'flow' | 'names' | 'records'>,
  file: FoundFile<string>,
): Promise<CheckedFile> {
  const { row, read, ready, obstacle } = await readUnasked(flow, file);
  const { connection, target } = row.decision ?? {};
  if (connection !== undefined && target !== undefined) {
    // Not awaited, since the destination is described by IDs until the names are known.
    void names.lookUp([{ endpoint: connection.endpoint, ...target }]);
  }
  const checked = { row, read: read.value, publishable: undefined };
  if (ready === undefined) {
    const question = [stateLabel(row.status), rowDetail(row, names)].filter(Boolean).join(': ');
    return { ...checked, obstacle: obstacle ?? question };
  }
  const { file: identity, destination, content } = ready;
  const replaced = records.index.recordAt(placeOf(destination));
  const about = [identity, destination, content, row.decision?.effect.kind, replaced?.published];
  const fingerprint = hashOf(JSON.stringify(about)).slice(0, 16);
  return { ...checked, obstacle, publishable: { ready, replaced, fingerprint } };
}

/**
 * Sends nothing unless `isMeant` by the fingerprint that the file has now. `told`: is called with the outcome before it
 * is recorded.
 */
export function publishChecked(
  services: Pick<WindowServices, 'flow' | 'locks' | 'names' | 'records'>,
  file: FoundFile<string>,
  isMeant: (fingerprint: string) => boolean,
  person: Pick<Person, 'watch'> & { readonly told: (ended: SendResult) => void },
): Promise<{ readonly checked: CheckedFile; readonly ended: SendResult | undefined }> {
  // The file is read within the lock, so that no other publish of it comes in between.
  return services.locks.withLock(file.uri, async () => {
    const checked = await checkFile(services, file);
    const { publishable } = checked;
    const ended =
      publishable && isMeant(publishable.fingerprint)
        ? await services.flow.send(publishable.ready, { uri: file.uri, policy: policies.publish }, person)
        : undefined;
    if (ended !== undefined) {
      person.told(ended);
      await ended.sent.recorded;
    }
    return { checked, ended };
  });
}
