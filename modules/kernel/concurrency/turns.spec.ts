import { describe, expect, it } from 'vitest';
import { InMemoryRecords } from '../memory/in-memory-records.ts';
import { Turns } from './turns.ts';

const minute = 60_000;

describe('the turn to do some work', () => {
  it('is one node’s at a time, and another’s when it was given back', async () => {
    const records = new InMemoryRecords();
    const [here, there] = [new Turns(records, 'some work'), new Turns(records, 'some work')];
    const turns = await Promise.all([here.take(1_000), there.take(1_000)]);
    expect(turns.filter(Boolean)).toHaveLength(1);
    expect(await there.take(2_000)).toBeUndefined();
    await turns.find(Boolean)?.end(1_000);
    expect(await there.take(3_000)).toMatchObject({ doneUntil: 1_000 });
  });

  it('lasts as long as it is kept, and is taken over after a crash', async () => {
    const records = new InMemoryRecords();
    const [here, there] = [new Turns(records, 'some work'), new Turns(records, 'some work')];
    const turn = await here.take(0);
    expect(await turn?.keep(minute)).toBe(true);
    expect(await there.take(2.5 * minute)).toBeUndefined();
    const over = await there.take(3 * minute);
    expect(over).toMatchObject({ doneUntil: 0 });
    expect(await turn?.keep(3 * minute)).toBe(false);
    await turn?.end(7 * minute);
    await over?.end(3 * minute);
    expect(await here.doneUntil(3 * minute)).toBe(3 * minute);
  });

  it('is not kept from all, and the work not for done, by a node whose clock was far ahead', async () => {
    const records = new InMemoryRecords();
    const [here, there] = [new Turns(records, 'some work'), new Turns(records, 'some work')];
    const year = 365 * 24 * 60 * minute;
    const ahead = await here.take(year);
    expect(await there.take(minute)).toMatchObject({ doneUntil: 0 });
    await ahead?.end(year);
    await (await here.take(year + 5 * minute))?.end(year);
    expect(await there.doneUntil(2 * minute)).toBe(0);
    const turn = await there.take(2 * minute);
    await turn?.end(2 * minute);
    expect(await there.doneUntil(3 * minute)).toBe(2 * minute);
  });

  it('is of what a node has not done itself, beside one whose clock is hours ahead for good', async () => {
    const records = new InMemoryRecords();
    const [here, there] = [new Turns(records, 'some work'), new Turns(records, 'some work')];
    const hours = 120 * minute;
    const doneThere = async (now: number) => (await there.take(now + hours))?.end(now + hours);
    await doneThere(minute);
    await (await here.take(2 * minute))?.end(2 * minute);
    await doneThere(3 * minute);
    expect(await here.doneUntil(4 * minute)).toBe(2 * minute);
    const turn = await here.take(4 * minute);
    expect(turn).toMatchObject({ doneUntil: 2 * minute });
    await doneThere(4 * minute); // By a clock that is ahead, the turn is over.
    await turn?.end(4 * minute);
    expect(await here.doneUntil(5 * minute)).toBe(4 * minute);
  });

  it('is believed of a clock that is a little ahead', async () => {
    const turns = new Turns(new InMemoryRecords(), 'some work');
    const turn = await turns.take(5 * minute);
    expect(await turns.take(minute)).toBeUndefined();
    await turn?.end(5 * minute);
    expect(await turns.doneUntil(minute)).toBe(5 * minute);
  });
});
