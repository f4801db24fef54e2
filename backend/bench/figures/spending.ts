import type { ChildServer } from '../child-server.ts';
import type { Measured } from './figure.ts';

/** What the process of a server says of itself. */
export type Condition = {
  /** Bytes: resident, and of objects that can be reached or have not been looked at. */
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  /** Microseconds of the processor since it began: of all its threads, and of the event loop's. */
  readonly cpu: number;
  readonly loop: number;
  /** Milliseconds of the processor for which the event loop was held at the longest since it was asked last; and of the clock. */
  readonly held: number;
  readonly heldByClock: number;
};

export async function conditionOf(server: ChildServer): Promise<Condition> {
  return (await server.ask('how are you?')) as Condition;
}

/** What a server spends of the processor while something is asked of it. */
export async function spending(
  server: ChildServer,
  work: () => Promise<Measured>,
): Promise<Measured & Pick<Condition, 'held' | 'heldByClock'>> {
  const before = await conditionOf(server);
  const measured = await work();
  const after = await conditionOf(server);
  const { answers } = measured;
  const [cpu, loop] = [(after.cpu - before.cpu) / answers, (after.loop - before.loop) / answers];
  return { ...measured, cpu, loop, held: after.held, heldByClock: after.heldByClock };
}
