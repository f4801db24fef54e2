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
 * @throws BodyTooLarge as soon as it shows; what the parser throws.
 */
export function readBody(parse: RequestHandler, limit: number, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return reject(new BodyTooLarge(limit));
    if (request.headers['transfer-encoding'] !== undefined) {
      let size = 0;
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > limit) reject(new BodyTooLarge(limit));
      });
    }
    const next: NextFunction = (reason?: unknown) => (reason ? reject(reason) : resolve());
    parse(request, response, next);
  });
}
