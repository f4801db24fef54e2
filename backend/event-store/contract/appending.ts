import { describe, expect, it } from 'vitest';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { idsOf, newEvent, newEvents, newStream, type TheStore } from './some-events.ts';

export function appending(store: TheStore): void {
  describe('appending', () => {
    it('begins a stream at revision 0', async () => {
      const { revision, position } = await store().append(newStream(), 'none', [newEvent()]);
      expect(revision).toBe(0n);
      expect(position).toBeTypeOf('bigint');
      expect(position).toBeGreaterThan(0n);
    });

    it('goes on after the revision that is expected', async () => {
      const stream = newStream();
      await store().append(stream, 'none', newEvents(2));
      expect(await store().append(stream, 1n, [newEvent()])).toMatchObject({ revision: 2n });
    });

    it('does not look at the revision when any will do', async () => {
      const stream = newStream();
      expect(await store().append(stream, 'any', [newEvent()])).toMatchObject({ revision: 0n });
      expect(await store().append(stream, 'any', [newEvent()])).toMatchObject({ revision: 1n });
    });

    it.each([
      ['nothing where there is something', 'none'],
      ['an earlier revision', 0n],
      ['a later revision', 2n],
    ] as const)('refuses to append when the writer expects %s', async (_, expected) => {
      const stream = newStream();
      const events = newEvents(2);
      await store().append(stream, 'none', events);
      await expect(store().append(stream, expected, [newEvent()])).rejects.toThrow(WrongExpectedRevision);
      expect(idsOf(await store().readStream(stream))).toEqual(idsOf(events));
    });

    it('refuses to append when the writer expects a revision of a stream that is not there', async () => {
      const stream = newStream();
      await expect(store().append(stream, 0n, [newEvent()])).rejects.toThrow(WrongExpectedRevision);
      expect(await store().readStream(stream)).toEqual([]);
    });

    it('appends several events in their order, and answers with the last', async () => {
      const stream = newStream();
      const events = newEvents(5);
      const { revision, position } = await store().append(stream, 'none', events);
      const stored = await store().readStream(stream);
      expect(idsOf(stored)).toEqual(idsOf(events));
      expect(stored.at(-1)).toMatchObject({ revision, position });
    });

    it('says where each event came to stand, if it says so at all, also to who asks again', async () => {
      const stream = newStream();
      const events = newEvents(5);
      for (const appended of [
        await store().append(stream, 'none', events),
        await store().append(stream, 'none', events),
      ]) {
        const stored = (await store().readStream(stream)).map(({ position }) => position);
        expect(appended.positions ?? stored).toEqual(stored);
      }
    });

    it('appends several events all together or not at all', async () => {
      const stream = newStream();
      await store().append(stream, 'none', [newEvent()]);
      await expect(store().append(stream, 'none', newEvents(3))).rejects.toThrow(WrongExpectedRevision);
      expect(await store().readStream(stream)).toHaveLength(1);
    });

    it('refuses an append of nothing', async () => {
      await expect(store().append(newStream(), 'none', [])).rejects.toThrow(RangeError);
    });
  });

  describe('appending the same again', () => {
    it.each(['none', 'any'] as const)('resolves to the first success when it expects %s', async (expected) => {
      const stream = newStream();
      const events = newEvents(2);
      const first = await store().append(stream, expected, events);
      expect(await store().append(stream, expected, events)).toEqual(first);
      expect(await store().readStream(stream)).toHaveLength(2);
    });

    it('resolves to the first success at an exact revision, also when others went on', async () => {
      const stream = newStream();
      await store().append(stream, 'none', newEvents(2));
      const events = newEvents(2);
      const first = await store().append(stream, 1n, events);
      await store().append(stream, 3n, newEvents(3));
      expect(await store().append(stream, 1n, events)).toEqual(first);
      expect(await store().readStream(stream)).toHaveLength(7);
    });

    it('succeeds once when both are underway', async () => {
      const stream = newStream();
      const events = newEvents(2);
      const [one, other] = await Promise.all([
        store().append(stream, 'none', events),
        store().append(stream, 'none', events),
      ]);
      expect(one).toEqual(other);
      expect(await store().readStream(stream)).toHaveLength(2);
    });

    it.each(['none', 'any'] as const)(
      'is refused with other events after the same first when it expects %s',
      async (expected) => {
        const stream = newStream();
        const first = newEvent();
        await store().append(stream, expected, [first, newEvent()]);
        await expect(store().append(stream, expected, [first, newEvent()])).rejects.toThrow(WrongExpectedRevision);
        expect(await store().readStream(stream)).toHaveLength(2);
      },
    );

    it('is refused with more events than the first time', async () => {
      const stream = newStream();
      const event = newEvent();
      await store().append(stream, 'none', [event]);
      await expect(store().append(stream, 'none', [event, newEvent()])).rejects.toThrow(WrongExpectedRevision);
    });

    it('is not the same in another stream', async () => {
      const event = newEvent();
      const [one, other] = [newStream(), newStream()];
      await store().append(one, 'none', [event]);
      await store().append(other, 'none', [event]);
      expect(await store().readStream(other)).toHaveLength(1);
    });
  });
}
