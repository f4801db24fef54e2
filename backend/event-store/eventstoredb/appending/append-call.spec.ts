import { EventEmitter } from 'node:events';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { expect, it, vi } from 'vitest';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { AppendCall } from './append-call.ts';

it('an answer that cannot be read breaks the call, and nobody waits for what was under way', async () => {
  const cancel = vi.fn();
  const stream = Object.assign(new EventEmitter(), { write: vi.fn(), cancel });
  const settled = vi.fn();
  const call = new AppendCall(stream as unknown as ClientDuplexStream<Buffer, Buffer>, { settled, notReady: vi.fn() });
  const append = () => call.append(Buffer.alloc(10), { isOver: () => false, whenOver: () => {} });
  const underWay = [append(), append()];
  // A field of a wire type that there is no more.
  stream.emit('data', Buffer.from([0x0b]));
  for (const each of underWay) await expect(each).rejects.toThrow(Unavailable);
  await expect(append()).rejects.toThrow(Unavailable);
  expect(settled.mock.calls).toEqual([[10], [10], [10]]);
  expect(cancel).toHaveBeenCalledOnce();
});
