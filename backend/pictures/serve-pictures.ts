import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { pictureAt } from '../../modules/pictures/contract.ts';
import type { KeptPictures } from '../../modules/pictures/kept-pictures.ts';
import { hangUpOf } from '../http/routing/hang-up.ts';
import type { Limits } from '../limits/limits.ts';
import { inGroup } from '../runtime/concurrency/caller-group.ts';
import { TimeSlices } from '../runtime/scheduling/time-slices.ts';

/**
 * Reading what is not in the memory: a few at once, since each is up to a megabyte and a half on its way, of which no connection that waits
 * for it is charged anything yet. They take turns by where they come from: anybody may ask for pictures that there are not, and with
 * EventStoreDB each look for one is a read of its own.
 */
const reads = { slice: 5, atOnce: 8, mostWaiting: Number.POSITIVE_INFINITY, refusal: '' }; // As many wait as there are connections.

/** For ever: another picture has another address. */
const caching = 'public, max-age=31536000, immutable';

/**
 * Serves what was uploaded, as the frontend's own files are served: to anybody, for as long as browsers like to keep it, and
 * not counted among their calls. What there is not is counted by itself, since each look for it goes to the store: who has asked for too much of
 * that is shown what is in the memory, and nothing is read for them until the minute is over.
 * @param options.hold hears of every answer, which is in the memory until the socket has taken it
 */
export function servePictures(
  pictures: Pick<KeptPictures, 'get' | 'inMemory'>,
  {
    hold,
    limits,
  }: {
    readonly hold: (socket: Socket, bytes: number) => void;
    readonly limits: Pick<Limits, 'addressKey' | 'mayMiss' | 'missed'>;
  },
): RequestHandler {
  const turns = new TimeSlices(reads);
  return async (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const asked = isReading ? pictureAt(request.path) : undefined;
    if (!asked) return next();
    const { pictureId, width } = asked;
    const inTurn = () => inGroup(hangUpOf(response), limits.addressKey(request));
    /** Looked at when its turn has come: of those who wait, too, nobody has another look once there were too many. */
    const read = async () => {
      await limits.mayMiss(request);
      const found = await pictures.get(pictureId, width);
      if (!found) await limits.missed(request);
      return found;
    };
    const bytes = pictures.inMemory(pictureId, width) ?? (await turns.run(read, inTurn()));
    if (!bytes) return next();
    response.set({ 'Cache-Control': caching, ETag: `"${pictureId}-${width}"` }).type('webp');
    if (request.fresh) return void response.status(304).end();
    hold(request.socket, bytes.length);
    response.set('Content-Length', String(bytes.length));
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
}
