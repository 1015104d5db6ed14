import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import path from 'node:path';
import type { Exchange } from '../../src/core/network/http.js';
import type { ExportSession } from '../../src/services/export/exportSession.js';
import { reportOnNoToken } from '../../src/services/export/sessionReport.js';
import { answered, Room } from '../services/export/room.js';
import { faultWith } from './row.js';

const kept = 'the session; no token was presented twice';
export const token = 'a token';

export const inRoom = faultWith(() => new Room());

/** As if they had been made by the room's clock. */
export function stampLeases(room: Room): void {
  const at = new Date(room.nowMs);
  for (const name of room.files('lease')) {
    utimesSync(path.join(room.folder, name), at, at);
  }
}

export async function recovered(room: Room): Promise<string> {
  room.onTheWayBack = undefined;
  await room.recovers();
  return kept;
}

export async function read(session: ExportSession): Promise<string> {
  const result = await session.getAccessToken();
  assert.ok(result);
  return result.kind === 'token' ? token : reportOnNoToken(result).text;
}

/** The provider's answer with some members changed. */
export function changed(members: object): (answer: Exchange) => Exchange {
  return (answer) => {
    assert.ok(answer.kind === 'answered');
    return answered(200, { ...(JSON.parse(answer.response.body) as object), ...members });
  };
}
