import { AccessRefused, Unavailable } from '../../../modules/kernel/errors.ts';
import { meaningOf, NoRoom, UnusableLog } from './unusable-log.ts';

/** Errors lose their class on the way between threads, so what they are is said beside them. */
export type Failure = {
  readonly kind: 'failed';
  readonly as: 'refused' | 'unavailable' | 'no room' | 'unusable' | 'unforeseen';
  readonly error: Error;
};

export function failureOf(cause: unknown, file: string): Failure {
  const error = meaningOf(cause, file);
  if (error instanceof NoRoom) return { kind: 'failed', as: 'no room', error };
  if (error instanceof AccessRefused) return { kind: 'failed', as: 'refused', error };
  if (error instanceof Unavailable) return { kind: 'failed', as: 'unavailable', error };
  return { kind: 'failed', as: error instanceof UnusableLog ? 'unusable' : 'unforeseen', error };
}

/** The error on the other side, of its class again. */
export function errorOf({ as, error }: Failure): Error {
  if (as === 'no room') return new NoRoom(error.message, { cause: error });
  if (as === 'refused') return new AccessRefused(error.message, { cause: error });
  if (as === 'unavailable') return new Unavailable(error.message, { cause: error });
  if (as === 'unusable') return new UnusableLog(error.message, { cause: error });
  return error;
}
