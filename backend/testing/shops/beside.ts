import { setTimeout } from 'node:timers/promises';
import { asOften } from '../as-often.ts';

/** Milliseconds from one answer to the next call: some load, that leaves the machine to what it is to be beside. */
const think = asOften(20, 0);

/** Does something beside calls that come one after the other, until it is done. @throws what one of them fails with */
export async function beside<Result>(call: () => Promise<unknown>, act: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const calls = (async () => {
    while (!isOver) {
      await call();
      await setTimeout(think);
    }
  })();
  try {
    return await act();
  } finally {
    isOver = true;
    await calls;
  }
}
