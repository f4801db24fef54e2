import { z } from 'zod';

/** A mail that a shop without SMTP has kept in the place of sending it. */
export const keptMail = z
  .object({
    id: z.string(),
    kind: z.string(),
    at: z.string().describe('When it would have been sent: ISO 8601, UTC'),
    to: z.string().describe('The address of then'),
    subject: z.string(),
    paragraphs: z.array(z.string()),
    facts: z.array(z.tuple([z.string(), z.string()])).optional(),
    action: z.object({ label: z.string(), path: z.string() }).optional(),
  })
  .meta({ id: 'KeptMail' });
export type KeptMail = z.infer<typeof keptMail>;

export const keptMails = z.object({ mails: z.array(keptMail) }).meta({ id: 'KeptMails' });
export type KeptMails = z.infer<typeof keptMails>;

/** What came of a test mail. */
export const testMailAnswer = z
  .object({
    outcome: z
      .enum(['sent', 'refused', 'kept'])
      .describe(
        'sent: the mail server took it; refused: it did not; kept: this shop sends none, it is at GET /me/mails',
      ),
    said: z
      .string()
      .optional()
      .describe('Why it was refused, in words for an admin. No password, and not whom it was for'),
  })
  .meta({ id: 'TestMail' });
export type TestMailAnswer = z.infer<typeof testMailAnswer>;
