import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { Conflict, TooMany } from '../kernel/errors.ts';
import type { Caller } from '../kernel/route.ts';
import { writeReview } from './write-review.ts';

const mina = { uid: 'u1', name: 'Mina Rahman' } as Caller;
const said = { review: 'Good', description: 'It hits nails.', rating: 5 };

it('looks through what somebody has bought for a review that they may write, and for none that is refused', async () => {
  let looks = 0;
  const hasBought = async () => ++looks > 0;
  const commands = new InMemoryCommands();
  const wiring = { commands, tools: { nameOf: async () => 'Claw Hammer' }, purchases: { hasBought }, perDay: 1 };
  const write = (toolId: string, key: string) =>
    writeReview({ ...wiring, now: () => new Date('2026-01-02T03:04:05Z') }, mina, { ...said, toolId }, contextOf(key));
  const written = await write('t1', 'first');
  expect(commands.ofType('ReviewAdded').map(({ data }) => data)).toMatchObject([{ toolId: 't1', bought: true }]);
  expect(looks).toBe(1);
  expect(await write('t1', 'first')).toEqual(written);
  await expect(write('t1', 'second')).rejects.toThrow(Conflict);
  await expect(write('t2', 'third')).rejects.toThrow(TooMany);
  expect(looks).toBe(1);
});
