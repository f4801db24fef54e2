import { expect, it, vi } from 'vitest';
import { stored } from '../testing/stored.ts';
import { RunningStates } from './running-states.ts';

it('of things with long histories as many are remembered as there is room for, by what is known of them', async () => {
  const at = vi.fn(async (stream: string, _revision: bigint) => `${stream} was read`);
  const view = { keptAs: 1, initial: '' } as never;
  const states = { viewOf: () => view, at, isHeldNoMore: () => false, evolved: () => 'x'.repeat(10_000) };
  const running = new RunningStates(states as never, { things: 100, bytes: 100_000 });
  const happen = (thing: number, revision: bigint) =>
    running.add({ events: [stored({ type: 'Told', data: {} }, { stream: `thing-${thing}`, revision })] } as never);
  for (let thing = 0; thing < 10; thing++) await happen(thing, 0n);
  for (const thing of [0, 9]) for (let revision = 1n; revision < 64n; revision++) await happen(thing, revision);
  expect(at.mock.calls).toEqual([['thing-0', 62n]]);
});
