import { Unavailable } from '../../../modules/kernel/errors.ts';

/**
 * Tries a write again for as long as others keep the file of the log: nothing of it was written. Where the machine is taken by others, whoever writes
 * without a pause may keep it for longer than a shop waits for.
 */
export async function insisted<Result>(write: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Unavailable && / is kept by another process\.$/.test(error.message))) throw error;
    }
  }
}
