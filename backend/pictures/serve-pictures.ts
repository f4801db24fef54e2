import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { pictureAt } from '../../modules/pictures/contract.ts';
import type { KeptPictures } from '../../modules/pictures/kept-pictures.ts';

/** For ever: another picture has another address. */
const caching = 'public, max-age=31536000, immutable';

/**
 * Serves what was uploaded, as the frontend's own files are served: to anybody, for as long as browsers like to keep it, and
 * not counted among their calls. What there is not is counted, since each look for it goes to the store.
 * @param options.hold hears of every answer, which is in the memory until the socket has taken it
 */
export function servePictures(
  pictures: Pick<KeptPictures, 'get'>,
  options: {
    readonly hold: (socket: Socket, bytes: number) => void;
    readonly callFrom: (request: IncomingMessage & { readonly ip?: string | undefined }) => Promise<void>;
  },
): RequestHandler {
  return async (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const asked = isReading ? pictureAt(request.path) : undefined;
    if (!asked) return next();
    const bytes = await pictures.get(asked.pictureId, asked.width);
    if (!bytes) {
      await options.callFrom(request);
      return next();
    }
    response.set({ 'Cache-Control': caching, ETag: `"${asked.pictureId}-${asked.width}"` }).type('webp');
    if (request.fresh) return void response.status(304).end();
    options.hold(request.socket, bytes.length);
    response.set('Content-Length', String(bytes.length));
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
}
