import { Router } from 'express';
import type { ParkedEvent } from '../feed/parked/parked-events.ts';

/** How many parked events an answer names. */
const mostNamed = 20;

/**
 * What becomes of a node: before it has opened, while a read model of its release is not made yet or not known to nodes of another one, and
 * once it is going, others have to be asked.
 */
export type Standing = 'not yet open' | 'preparing' | 'serving' | 'going';

export type Health = {
  readonly standing: () => Standing;
  /** Stores reachable and projections caught up. */
  readonly isReady: () => Promise<boolean>;
  /** Whether there is room on the disk for what changes anything. */
  readonly hasRoom: () => boolean;
  /** Events that wait for an operator, or for something that is away. */
  readonly parked: () => readonly ParkedEvent[];
  /** The projections that stand still. */
  readonly stopped: () => readonly { readonly projection: string }[];
};

/**
 * What tells whether the process lives, whether it is to be asked, and whether it can do its work. Anybody may ask, so it
 * names what is parked, and not the error: that is for operators.
 */
export function health({ standing, isReady, hasRoom, parked, stopped }: Health): Router {
  const router = Router();
  router.get('/health/live', (_request, response) => {
    response.json({ status: 'live' });
  });
  // For a proxy in front of several nodes. One whose store is away still answers what it can, and all nodes have that store:
  // were this to tell of it, the proxy would take all of them out at once.
  router.get('/health/serving', (_request, response) => {
    const status = standing();
    response.status(status === 'serving' ? 200 : 503).json({ status });
  });
  router.get('/health/ready', async (_request, response) => {
    const ready = await isReady();
    const named = parked().slice(0, mostNamed);
    const still = stopped().map(({ projection }) => projection);
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not ready',
      ...(!hasRoom() && { writes: 'no room' }),
      ...(still.length > 0 && { stopped: still }),
      ...(named.length > 0 && {
        parked: named.map(({ reader, eventId, type, since, state }) => ({ reader, eventId, type, since, state })),
        parkedInAll: parked().length,
      }),
    });
  });
  return router;
}
