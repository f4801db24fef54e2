import type { ServiceError } from '@grpc/grpc-js';
import type { Refusal } from './faults.ts';
import { accessDenied, notLeader, thrownByHandler, unavailable } from './grpc-errors.ts';

/** What a call that is about one write ends with when that is not taken. */
export function refusalError(refusal: Refusal): ServiceError {
  switch (refusal.refused) {
    case 'not ready':
      return unavailable();
    case 'not leader':
      return notLeader(refusal.leader);
    case 'denied':
      return accessDenied();
    case 'failed':
      return thrownByHandler();
  }
}
