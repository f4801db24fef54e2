import { z } from 'zod';
import { shownPassword } from '../identity/contract.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { longestEmail } from '../kernel/wire/longest.ts';
import { pageQuery, text } from '../kernel/wire/wire.ts';
import { user } from '../users/contract.ts';

/** `password` is left out by whoever has none. */
export const deleteMeBody = z.object({ password: shownPassword.optional() }).meta({ id: 'DeleteMe' });
export type DeleteMe = z.infer<typeof deleteMeBody>;

/** Which people an admin asks for: each part must hold. */
export const peopleQuery = pageQuery.extend({
  q: text(longestEmail).optional().describe('The beginning of an email, a name or a last name, in whatever case'),
  role: z.literal('admin').optional(),
  with: z.literal('orders').optional().describe('With when they came, and how many orders they have'),
});

/** Somebody as admins know them. */
export const person = user
  .extend({
    cameAt: z.iso.datetime().describe('When they first came to the shop'),
    orders: z.int().describe('How many orders they have that are listed: deleted and expired ones are not'),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof person>;

/** Somebody in the list of users: with the two where they are asked for, or somebody is looked for. */
export const listedUser = person.partial({ cameAt: true, orders: true }).meta({ id: 'ListedUser' });

/** The password is that of the admin who does it; left out by whoever has none. */
export const erasePersonBody = deleteMeBody.extend({}).meta({ id: 'ErasePerson' });
export type ErasePerson = z.infer<typeof erasePersonBody>;

/** Everything that the shop holds of a person, by what holds it. */
export const personalData = z
  .object({
    at: z.string().describe('When this was true: ISO 8601, UTC'),
    account: z.object({ uid: z.string(), email: z.string(), name: z.string() }),
    couldNotBeRead: z
      .array(z.string())
      .optional()
      .describe('What is missing here since it cannot be read at present; left out where this is everything'),
  })
  .catchall(z.unknown())
  .meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof personalData>;

/** A person was forgotten, and their key is gone: nothing that is personal of them can be read any more. */
export type SubjectKeyDestroyed = DomainEvent<'SubjectKeyDestroyed', { uid: string }>;
