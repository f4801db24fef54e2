import { Unavailable } from '../../modules/kernel/errors.ts';
import { pause } from '../runtime/time/pause.ts';

/** @throws Unavailable when it takes longer than so many milliseconds; what comes of it then nobody hears. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const waited = new AbortController();
  const late = pause(milliseconds, waited.signal).then((): never => {
    throw new Unavailable(`No answer within ${milliseconds} ms.`);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    waited.abort();
  }
}
