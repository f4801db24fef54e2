import { describe, expect, it } from 'vitest';
import { InMemoryRecords } from '../../modules/kernel/in-memory-records.ts';
import { SealTurn } from './seal-turn.ts';

const minute = 60_000;
const at = (milliseconds: number) => () => new Date(milliseconds);

describe('the turn to seal', () => {
  it('is one process’s, until it gives it back or says nothing for a minute', async () => {
    const records = new InMemoryRecords();
    const turn = await SealTurn.take(records, at(0));
    expect(await SealTurn.take(records, at(minute - 1))).toBeUndefined();
    await turn?.giveBack();
    expect(await SealTurn.take(records, at(1))).toBeDefined();
    expect(await SealTurn.take(records, at(minute + 1))).toBeDefined();
  });

  it('is taken from who had it by a clock that was far ahead, and ended', async () => {
    const records = new InMemoryRecords();
    await SealTurn.take(records, at(365 * 24 * 60 * minute));
    expect(await SealTurn.take(records, at(minute))).toBeDefined();
  });

  it('is left to who has it by a clock that is a little ahead', async () => {
    const records = new InMemoryRecords();
    await SealTurn.take(records, at(10 * minute));
    expect(await SealTurn.take(records, at(minute))).toBeUndefined();
  });
});
