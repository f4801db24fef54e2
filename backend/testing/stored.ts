import { derivedId, digest } from '../../modules/kernel/encoding/derived.ts';
import type { DomainEvent, EventMeta, StoredEvent } from '../../modules/kernel/event.ts';

type Place = { stream: string; revision: bigint; position: bigint; id: string };

/** An event as if the store had given it back. The usual case, but for what the test is about. */
export function stored<E extends DomainEvent>(event: E, but: Partial<Place & EventMeta> = {}): StoredEvent<E> {
  const { stream = 'thing-1', revision = 0n, position = 1n, ...meta } = but;
  const id = but.id ?? derivedId('stored', stream, `${revision}`, `${position}`);
  return {
    ...event,
    id,
    stream,
    revision,
    position,
    meta: {
      schema: meta.schema ?? 1,
      time: meta.time ?? '2026-01-02T03:04:05.000Z',
      actor: meta.actor ?? { uid: 'u1', role: 'user' },
      command: meta.command ?? 'Test',
      commandId: meta.commandId ?? derivedId('command', id),
      fingerprint: meta.fingerprint ?? digest('payload', id),
      correlationId: meta.correlationId ?? derivedId('correlation', id),
      causationId: meta.causationId,
    },
  };
}
