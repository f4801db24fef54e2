import { expect, it } from 'vitest';
import { mostLooked as mostOrdersLooked } from '../../../modules/booking/lists/find-orders.ts';
import { mostLines } from '../../../modules/cart/bounds/contract.ts';
import { linkMinutes } from '../../../modules/identity/bounds/contract.ts';
import { grace } from '../../../modules/identity/sessions/renewal.ts';
import { lifetime, mostSessions, ofAdmins } from '../../../modules/identity/sessions/session-limits.ts';
import { usually } from '../../../modules/kernel/commands/bounded-audit.ts';
import { usuallyPerHour } from '../../../modules/kernel/mails.ts';
import { proofMinutes } from '../../../modules/kernel/time/fresh-proof.ts';
import { mostLooked as mostPeopleLooked } from '../../../modules/users/find-people.ts';
import { usualPatience } from '../../feed/node-feed.ts';
import { arrival, defaultBounds, silence } from '../../http/connections/connection-bounds.ts';
import { patienceOf } from '../../http/connections/stop-server.ts';
import { longestPiece } from '../../http/responses/send-text.ts';
import { hour as rightProofsCount } from '../../limits/right-proofs.ts';
import { retiredFor } from '../../operator/wrapping/keys.ts';
import { mostNotYetApplied, mostRefused } from '../../resilience-tests/kills/promised-shares.ts';
import { callsInFlight } from '../../start/serving/calls-in-flight.ts';
import { textOf } from './pages.ts';

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Bounds that pages promise, which the tests of what keeps them take for what they are. */
const figures: readonly (readonly [page: string, says: string, is: number, said: number])[] = [
  ['docs/guarantees.md', 'An admin is signed out after an hour of doing nothing', ofAdmins.idle, hours],
  ['docs/guarantees.md', 'of doing nothing, and after 24 hours', ofAdmins.lifetime, 24 * hours],
  ['docs/guarantees.md', 'is signed in for longer than 30 days', lifetime, 30 * 24 * hours],
  ['docs/guarantees.md', 'or at more than 50 places', mostSessions, 50],
  ['docs/guarantees.md', 'until its successor was used, and for 10 s after that', grace, 10 * seconds],
  ['docs/guarantees.md', 'wants a proof of the last 15 minutes', proofMinutes * minutes, 15 * minutes],
  ['docs/guarantees.md', 'once, for half an hour', linkMinutes * minutes, 30 * minutes],
  ['SECURITY.md', 'good once and for half an hour', linkMinutes * minutes, 30 * minutes],
  ['docs/guarantees.md', 'however many lines it has (50 at most)', mostLines, 50],
  ['docs/operating.md', 'a cart has 50 lines at most', mostLines, 50],
  ['docs/operating.md', 'who comes when 768 calls are being answered', callsInFlight.atOnce, 768],
  ['docs/operating.md', 'connections together hold more than 64 MB', defaultBounds.together, 64 * 1_024 * 1_024],
  ['docs/guarantees.md', 'passwords have an end in the hour', rightProofsCount * seconds, hours],
  ['docs/operating.md', 'a day after they were retired at the earliest', retiredFor, 24 * hours],
  ['docs/operating.md', 'have not come within 15 s', arrival, 15 * seconds],
  ['docs/operating.md', 'when nothing has moved for 30 s', silence, 30 * seconds],
  ['docs/operating.md', 'has to be taken within a minute', longestPiece, minutes],
  ['docs/guarantees.md', 'who takes longer than a minute over a piece is cut off', longestPiece, minutes],
  ['docs/guarantees.md', 'would have to wait for more than five seconds', usualPatience, 5 * seconds],
  ['docs/guarantees.md', 'looks through 2,000 for an', mostOrdersLooked, 2_000],
  ['docs/guarantees.md', 'looks through 2,000 for an', mostPeopleLooked, 2_000],
  ['docs/guarantees.md', 'behind a proxy within 15 after `DRAIN`', patienceOf.drained, 15 * seconds],
  ['docs/guarantees.md', 'fourth, eighth time of each of 20', usually.named, 20],
  ['docs/guarantees.md', 'a node writes at most 100 events an hour', usually.written, 100],
  ['docs/operating.md', '20 of a kind an hour', usuallyPerHour, 20],
  ['docs/guarantees.md', '19 orders of 20 are taken at least', 1 - mostRefused, 19 / 20],
  ['docs/guarantees.md', 'one answer of 20 at most says `Event-Applied: false`', mostNotYetApplied, 1 / 20],
];

it.each(figures)('what %s says is so: %s', (page, says, is, said) => {
  expect(textOf(page)).toContain(says);
  expect(is).toBe(said);
});
