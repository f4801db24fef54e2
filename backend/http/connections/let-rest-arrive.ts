import type { IncomingMessage } from 'node:http';

/** How long, in milliseconds, and how much, in bytes, may go on to arrive of a body that nobody reads. */
const patience = 1_000;
const most = 1_024 * 1_024;
const lookEvery = 100;

/**
 * Lingering close: the answer was given before the whole body had come, as when it is too large. What still comes is thrown
 * away, for a moment: were the connection closed at once, its client would see it broken instead of reading the answer.
 */
export function letRestArrive(request: IncomingMessage): void {
  const { socket } = request;
  const before = socket.bytesRead;
  const until = performance.now() + patience;
  request.resume();
  const timer = setInterval(() => {
    if (socket.destroyed || request.complete) return clearInterval(timer);
    if (performance.now() < until && socket.bytesRead - before < most) return;
    clearInterval(timer);
    socket.destroy();
  }, lookEvery).unref();
}
