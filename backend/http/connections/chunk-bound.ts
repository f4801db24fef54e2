import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Annotation } from '../../../modules/kernel/memory/annotation.ts';

/** As many chunks as a body may have however short they are, and how long the others are at least, in bytes, on average. */
const most = { short: 1_000, length: 256 };

/** How much has come of the body of a request. */
const come = new Annotation<IncomingMessage, { chunks: number; bytes: number }>();
/** Node's parser of a connection, by the numbers of its callbacks. It is no part of its documented interface; the specs fail when it is not there. */
type Parser = {
  [callback: number]: ((this: Parser, bytes: Buffer) => void) | undefined;
  readonly incoming?: IncomingMessage | null;
};

/** Parsers that count: Node uses them again for other connections. */
const counting = new WeakSet<Parser>();

/**
 * Cuts a connection whose body comes in very many short chunks. Without this, a megabyte in chunks of a byte, for which its client sends six, takes a
 * second of the event loop, as much of it in one round as two megabytes bring: Node makes an object of each chunk. A body whose head says its
 * length has none. It is cut in the middle of what was read, so that nobody takes what has come for the whole.
 */
export function boundChunks(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: Parser | null };
  if (!parser || counting.has(parser)) return;
  const callback = [...Array(8).keys()].find((number) => parser[number]?.name === 'parserOnBody');
  const onBody = callback === undefined ? undefined : parser[callback];
  if (callback === undefined || !onBody) return;
  counting.add(parser);
  parser[callback] = function (bytes) {
    const { incoming } = this;
    // An answer that the shop itself is given, read by a parser that has read requests, has no method.
    if (!incoming?.method || incoming.headers['transfer-encoding'] === undefined) return onBody.call(this, bytes);
    const before = come.get(incoming);
    const now = before ?? { chunks: 0, bytes: 0 };
    if (!before) come.set(incoming, now);
    now.chunks += 1;
    now.bytes += bytes.length;
    if (now.chunks <= most.short + now.bytes / most.length) onBody.call(this, bytes);
    else incoming.destroy();
  };
}
