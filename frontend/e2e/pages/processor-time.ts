/** What is read of an event of Chromium's tracing; times in microseconds. */
export type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  ts: number;
  dur?: number;
  /** The same in processor time of the event's thread. */
  readonly tts?: number;
  readonly tdur?: number;
};

type Task = { readonly event: TraceEvent; readonly from: number; readonly to: number };

/**
 * Makes each task of a trace as long as the processor time that it took, and what is in it with it: on a machine that has
 * much else to do, a task waits for its turn in the middle, and a trace counts that as work. What waits between tasks stays.
 */
export function atProcessorTime(events: readonly TraceEvent[]): void {
  const tasks = Map.groupBy(events.filter(isTask).map(asTask), ({ event }) => threadOf(event));
  for (const ofThread of tasks.values()) ofThread.sort((one, other) => one.from - other.from);
  for (const event of events) {
    const task = isTask(event) ? undefined : taskAround(tasks.get(threadOf(event)) ?? [], event.ts);
    if (task) moveInto(task, event);
  }
  for (const { event } of [...tasks.values()].flat()) event.dur = event.tdur ?? event.dur ?? 0;
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;

function isTask({ name, ph, tts, tdur }: TraceEvent): boolean {
  return ph === 'X' && name.endsWith('RunTask') && tts !== undefined && tdur !== undefined;
}

function asTask(event: TraceEvent): Task {
  return { event, from: event.ts, to: event.ts + (event.dur ?? 0) };
}

/** Of a thread's tasks, which come one after another, the one that was running then. */
function taskAround(tasks: readonly Task[], ts: number): Task | undefined {
  let low = 0;
  let high = tasks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tasks[middle]?.from ?? 0) <= ts) low = middle + 1;
    else high = middle;
  }
  const last = tasks[low - 1];
  return last && ts <= last.to ? last : undefined;
}

/** To where it stands in its task's processor time. */
function moveInto({ event: task }: Task, event: TraceEvent): void {
  const whole = task.tdur ?? 0;
  if (event.tts === undefined || task.tts === undefined) return;
  const into = Math.min(Math.max(event.tts - task.tts, 0), whole);
  event.ts = task.ts + into;
  if (event.dur !== undefined) event.dur = Math.min(event.tdur ?? event.dur, whole - into);
}
