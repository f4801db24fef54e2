import { expect, it } from 'vitest';
import { atProcessorTime, type TraceEvent } from './processor-time.ts';

const event = (name: string, ts: number, dur: number, tts: number, tdur: number, tid = 1): TraceEvent => ({
  ...{ name, ph: 'X', pid: 1, tid, ts, dur, tts, tdur },
});
const times = (events: readonly TraceEvent[]) => events.map(({ ts, dur }) => [ts, dur]);

it('takes out of a task what it waited for its turn, and out of what is in it', () => {
  // Ten of the hundred were work: six before the other thread had the processor, and four after.
  const task = event('RunTask', 1_000, 100, 500, 10);
  const first = event('EvaluateScript', 1_002, 4, 502, 4);
  const across = event('Layout', 1_005, 92, 505, 3);
  const events = [across, task, first];
  atProcessorTime(events);
  expect(times([task, first, across])).toEqual([
    [1_000, 10],
    [1_002, 4],
    [1_005, 3],
  ]);
});

it('leaves a task where it began, and what stands in none or in another thread', () => {
  const [one, two] = [event('RunTask', 1_000, 50, 100, 5), event('ThreadControllerImpl::RunTask', 2_000, 20, 105, 20)];
  const between = event('Commit', 1_500, 10, 105, 1);
  const elsewhere = event('Raster', 1_010, 10, 7, 2, 2);
  atProcessorTime([one, two, between, elsewhere]);
  expect(times([one, two, between, elsewhere])).toEqual([
    [1_000, 5],
    [2_000, 20],
    [1_500, 10],
    [1_010, 10],
  ]);
});

it('keeps what is in a task within it', () => {
  const task = event('RunTask', 1_000, 100, 500, 10);
  const late = event('Paint', 1_090, 10, 509, 30);
  const instant: TraceEvent = { name: 'firstPaint', ph: 'I', pid: 1, tid: 1, ts: 1_095, tts: 509 };
  atProcessorTime([task, late, instant]);
  expect([late.ts, late.dur, instant.ts, instant.dur]).toEqual([1_009, 1, 1_009, undefined]);
});
