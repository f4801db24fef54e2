import { z } from 'zod';
import type { DomainEvent } from '../kernel/event.ts';

/** `password` is left out by who has none. */
export const deleteMeBody = z
  .object({ password: z.string('Password is Required').min(1, 'Password is Required').max(256).optional() })
  .meta({ id: 'DeleteMe' });
export type DeleteMe = z.infer<typeof deleteMeBody>;

/** Everything that the shop holds of a person, by what holds it. */
export const personalData = z
  .object({
    at: z.string().describe('When this was true: ISO 8601, UTC'),
    account: z.object({ uid: z.string(), email: z.string(), name: z.string() }),
  })
  .catchall(z.unknown())
  .meta({ id: 'PersonalData' });

/** A person was forgotten, and their key is gone: nothing that is personal of them can be read any more. */
export type SubjectKeyDestroyed = DomainEvent<'SubjectKeyDestroyed', { uid: string }>;
