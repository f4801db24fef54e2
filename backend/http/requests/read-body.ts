import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** The body is larger than it may be; http says it as 413. */
class BodyTooLarge extends Error {
  readonly status = 413;
  readonly limit: number;
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
    this.limit = limit;
  }
}

/**
 * Lets a body parser read the body, up to so many bytes. Express's own reads a body that is too large to its end before it
 * says so: whoever sends one without end would be listened to for as long as they send.
 * @param hold hears of how many bytes have come by then
 * @returns the body as the parser understood it, and left it on the request
 * @throws BodyTooLarge as soon as it shows; what the parser throws.
 */
export function readBody(
  parse: RequestHandler,
  limit: number,
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  hold: (bytes: number) => void = () => {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return reject(new BodyTooLarge(limit));
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) reject(new BodyTooLarge(limit));
      else hold(size);
    });
    const next: NextFunction = (reason?: unknown) => {
      if (reason) reject(reason);
      else resolve(request.body);
    };
    // Body parsers read Node's requests: what Express adds to them they do not ask for.
    parse(request as Request, response as Response, next);
  });
}
