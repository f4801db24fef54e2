import { describe, expect, it } from 'vitest';
import type { Aggregate } from '../../modules/kernel/aggregate.ts';
import { Conflict } from '../../modules/kernel/errors.ts';
import type { DomainEvent, StoredEvent } from '../../modules/kernel/event.ts';
import { contextOf } from '../testing/context.ts';
import { InMemoryCommands } from './in-memory-commands.ts';

type Counted = DomainEvent<'Counted', { by: number }>;
const counter: Aggregate<number, Counted> = { name: 'counter', initial: 0, evolve: (sum, { data }) => sum + data.by };
const aCount = { type: 'Count' } as const;
const count = (by: number) => (): Counted[] => [{ type: 'Counted', data: { by } }];

describe('commands in memory', () => {
  it('decides on the state of the stream', async () => {
    const commands = new InMemoryCommands();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, count(1));
    await commands.execute(counter, 'b', contextOf('k1'), aCount, count(5));
    const { state, position, repeated } = await commands.execute(counter, 'a', contextOf('k2'), aCount, (_, sum) =>
      count(sum + 1)(),
    );
    expect({ state, position, repeated }).toEqual({ state: 3, position: 3n, repeated: false });
    expect(await commands.load(counter, 'b')).toBe(5);
    expect(commands.log.map(({ stream, revision }) => [stream, revision])).toEqual([
      ['counter-a', 0n],
      ['counter-b', 0n],
      ['counter-a', 1n],
    ]);
  });

  it('gives the recorded outcome to the same command', async () => {
    const commands = new InMemoryCommands();
    await commands.execute(counter, 'a', contextOf('k1'), aCount, count(1));
    await commands.execute(counter, 'a', contextOf('k2'), aCount, count(2));
    const again = await commands.execute(counter, 'a', contextOf('k1'), aCount, count(100));
    const recordedAt = new Date(commands.log[0]?.meta.time ?? '');
    const events = [{ type: 'Counted', data: { by: 1 } }];
    expect(again).toMatchObject({ position: 1n, repeated: true, recordedAt, events });
    expect(commands.log).toHaveLength(2);
  });

  it('refuses the same command id with another payload', async () => {
    const commands = new InMemoryCommands();
    await commands.execute(counter, 'a', contextOf('k1', { payload: 1 }), aCount, count(1));
    await expect(commands.execute(counter, 'a', contextOf('k1', { payload: 2 }), aCount, count(1))).rejects.toThrow(
      Conflict,
    );
    expect(commands.log).toHaveLength(1);
  });

  it('tells of what was appended', async () => {
    const announced: StoredEvent[] = [];
    const commands = new InMemoryCommands({ appended: (events) => announced.push(...events) });
    await commands.execute(counter, 'a', contextOf('k1'), aCount, () => [...count(1)(), ...count(2)()]);
    await commands.execute(counter, 'a', contextOf('k1'), aCount, count(1));
    expect(announced.map(({ position }) => position)).toEqual([1n, 2n]);
  });
});
