import { describe, expect, it } from 'vitest';
import { Conflict } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { BuildEvent } from './build-events.ts';
import {
  type BuildState,
  dropped,
  evolve,
  fedOf,
  initial,
  promoted,
  rebuilt,
  rolledBack,
  runOut,
} from './build-state.ts';

const tools = { name: 'tools', version: 1 };
const time = '2030-01-01T00:00:00.000Z';
const day = 86_400_000;

const next = (state: BuildState, event: BuildEvent, at = time) =>
  evolve(state, { ...event, meta: { time: at } } as StoredEvent<BuildEvent>);
const made = (state: BuildState, build: number) => next(state, rebuilt(tools, state, { build, position: 9n }));

describe('the builds of a projection', () => {
  it('begin with the first, which is shown', () => {
    expect(fedOf(initial)).toEqual([1]);
    expect(() => promoted(tools, initial)).toThrow(Conflict);
    expect(() => rolledBack(tools, initial)).toThrow(Conflict);
    expect(() => dropped(tools, initial)).toThrow(Conflict);
  });

  it('are fed beside it from when they are made', () => {
    expect(fedOf(made(initial, 2))).toEqual([1, 2]);
  });

  it('are shown once they are promoted, and the one before is kept', () => {
    const state = made(initial, 2);
    const promotedOne = next(state, promoted(tools, state));
    expect(promotedOne).toMatchObject({ shown: 2, before: { build: 1, since: time } });
    expect(fedOf(promotedOne)).toEqual([2, 1]);
    expect(() => promoted(tools, promotedOne)).toThrow('There is no build of tools to promote');
  });

  it('can be gone back to once, and what was gone back from can be promoted again', () => {
    const first = made(initial, 2);
    const second = next(first, promoted(tools, first));
    const back = next(second, rolledBack(tools, second));
    expect(back).toMatchObject({ shown: 1, next: { build: 2 } });
    expect(() => rolledBack(tools, back)).toThrow('No build of tools is kept that could be gone back to.');
    expect(promoted(tools, back).data).toEqual({ projection: 'tools', version: 1, build: 2, instead: 1 });
  });

  it('are three at most, and never get a number again', () => {
    let state = initial;
    for (let build = 2; build <= 9; build++) {
      state = made(state, build);
      if (build % 2 === 0) state = next(state, promoted(tools, state));
      if (build % 6 === 3) state = next(state, dropped(tools, state));
      expect(fedOf(state).length).toBeLessThanOrEqual(3);
      expect(state.last).toBe(build);
    }
    expect(() => rebuilt(tools, state, { build: 9, position: 1n })).toThrow(Conflict);
  });

  it('are let go of after a while when they are not shown', () => {
    const first = made(initial, 2);
    const second = next(first, promoted(tools, first));
    const third = made(second, 3);
    expect(runOut(tools, third, day, new Date(Date.parse(time) + day - 1))).toBeUndefined();
    const now = new Date(Date.parse(time) + day);
    const due = runOut(tools, third, day, now);
    expect(due?.data.build).toBe(1);
    if (!due) throw new Error('One is due.');
    const fourth = next(third, due);
    expect(runOut(tools, fourth, day, now)?.data.build).toBe(3);
    expect(() => rolledBack(tools, fourth)).toThrow(Conflict);
  });
});
