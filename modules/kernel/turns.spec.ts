import { describe, expect, it } from 'vitest';
import { InMemoryRecords } from './in-memory-records.ts';
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
    expect(await here.doneUntil()).toBe(3 * minute);
  });
});
