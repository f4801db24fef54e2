import { expect, it } from 'vitest';
import type { ReactorRunner } from '../reactor-runner.ts';
import { untilShown } from './until-shown.ts';

const runner = (isBehind: boolean, lastAppended: bigint) =>
  ({ whenSettled: () => undefined, isBehind: () => isBehind, lastAppended }) as unknown as ReactorRunner;

it.each([
  { awaited: [], is: true, waited: [] },
  { awaited: [runner(false, 4n)], is: true, waited: [] },
  { awaited: [runner(false, 7n)], is: true, waited: [7n] },
  { awaited: [runner(true, 4n)], is: false, waited: [] },
  { awaited: [runner(true, 7n)], is: false, waited: [] },
  { awaited: [runner(true, 7n), runner(false, 6n)], is: false, waited: [] },
])(
  'what happened is shown, and with it what came of it, where no reactor is behind: $is',
  async ({ awaited, is, waited }) => {
    const asked: bigint[] = [];
    const whenApplied = async (position: bigint) => {
      asked.push(position);
      return true;
    };
    expect(await untilShown({ position: 5n }, { applied: 5n, whenApplied }, awaited, 1_000)).toBe(is);
    expect(asked).toEqual([5n, ...waited]);
  },
);
