import { describe, expect, it } from 'vitest';
import { Unavailable, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { InMemoryRecords } from '../../../modules/kernel/memory/in-memory-records.ts';
import { UnheardPuts } from '../../testing/logs/unheard-puts.ts';
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

  it('stays with who was not told that it was written, and is given back', async () => {
    const records = new UnheardPuts(new InMemoryRecords());
    let time = 0;
    const turn = await SealTurn.take(records, () => new Date(time));
    records.toLose = 2;
    for (time = 10_000; time <= 20_000; time += 10_000) await expect(turn?.keep()).rejects.toThrow(Unavailable);
    await turn?.keep();
    records.toLose = 1;
    time += 10_000;
    await expect(turn?.keep()).rejects.toThrow(Unavailable);
    await turn?.giveBack();
    expect(await SealTurn.take(records, at(time))).toBeDefined();
  });

  it('is lost to who took it when nothing was said for a minute', async () => {
    const records = new InMemoryRecords();
    let time = 0;
    const turn = await SealTurn.take(records, () => new Date(time));
    time = 2 * minute;
    const others = await SealTurn.take(records, at(time));
    await expect(turn?.keep()).rejects.toThrow(WrongExpectedRevision);
    await turn?.giveBack();
    expect(await SealTurn.take(records, at(time))).toBeUndefined();
    await others?.keep();
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
