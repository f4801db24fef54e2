import type { ServerResponse } from 'node:http';
import { HungUp } from '../../../modules/kernel/errors.ts';

/** Aborts with HungUp when the caller is gone before the answer was given. Made only for whoever asks: most calls need none. */
export function hangUpOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const closed = () => {
    if (!response.writableFinished) controller.abort(new HungUp('The caller has hung up.'));
  };
  if (response.closed) closed();
  else response.once('close', closed);
  return controller.signal;
}
