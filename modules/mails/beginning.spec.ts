import { describe, expect, it } from 'vitest';
import { InMemoryRecords } from '../kernel/memory/in-memory-records.ts';
import { Beginning, type Fate } from './beginning.ts';

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;

describe('what happened before a shop sent mails', () => {
  const records = new InMemoryRecords();
  const startOn = async (number: number, fate: Fate | undefined) => {
    const beginning = new Beginning(records);
    await beginning.say(fate, new Date(day(number)));
    return (at: number) => beginning.isBefore(day(at));
  };

  it('is what was before it had a mail server, whichever node was given it first', async () => {
    const first = await startOn(2, 'sent');
    const another = await startOn(3, 'sent');
    for (const isBefore of [first, another])
      expect([isBefore(1), isBefore(2), isBefore(3)]).toEqual([true, false, false]);
  });

  it('is what was while mails were kept, or it had no mail server for a while', async () => {
    await startOn(4, 'kept');
    expect((await startOn(5, 'sent'))(4)).toBe(true);
    const without = await startOn(6, undefined);
    expect(without(7)).toBe(true);
    const again = await startOn(8, 'sent');
    expect([again(7), again(8)]).toEqual([true, false]);
  });
});
