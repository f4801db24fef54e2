import { bookingEvents } from '../../../modules/booking/events.ts';
import { cartEvents } from '../../../modules/cart/events.ts';
import { toolEvents } from '../../../modules/catalog/events.ts';
import { identityEvents } from '../../../modules/identity/events.ts';
import { factorEvents } from '../../../modules/identity/factors/events.ts';
import { nothingChangedEvents } from '../../../modules/kernel/commands/nothing-changed.ts';
import type { EventDeclaration } from '../../../modules/kernel/stored-events.ts';
import { mailEvents } from '../../../modules/mails/events.ts';
import { paymentEvents } from '../../../modules/payments/events.ts';
import { pictureEvents } from '../../../modules/pictures/events.ts';
import { reviewEvents } from '../../../modules/reviews/events.ts';
import { userEvents } from '../../../modules/users/events.ts';
import { buildEvents } from '../../builds/build-events.ts';
import { skippedEvents } from '../../feed/parked/skipped-events.ts';
import { operatorEvents } from '../../operator/log/acts.ts';
import { copyEvents } from '../../operator/log/log-of-its-own.ts';
import { subjectKeyEvents } from '../../personal-data/subject-key-events.ts';
import { sealEvents } from '../../seals/log-sealed.ts';

/** Every event that the log may hold, and how it is stored. A type that stands twice would be read as the other. */
export const eventDeclarations: ReadonlyMap<string, EventDeclaration> = new Map([
  ...bookingEvents,
  ...cartEvents,
  ...toolEvents,
  ...identityEvents,
  ...factorEvents,
  ...mailEvents,
  ...paymentEvents,
  ...pictureEvents,
  ...reviewEvents,
  ...userEvents,
  ...nothingChangedEvents,
  ...subjectKeyEvents,
  ...copyEvents,
  ...skippedEvents,
  ...sealEvents,
  ...operatorEvents,
  ...buildEvents,
]);
