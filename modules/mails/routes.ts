import { NotFound } from '../kernel/errors.ts';
import { type Route, route } from '../kernel/route.ts';
import { problem } from '../kernel/wire/wire.ts';
import { keptMails, testMailAnswer } from './contract.ts';
import type { KeptMails } from './kept-mails.ts';
import type { TestMails } from './test-mails.ts';

/** @param kept left out by a shop that keeps no mails */
export function mailRoutes(kept: KeptMails | undefined, tests: TestMails): Route[] {
  return [
    route({
      method: 'get',
      path: '/me/mails',
      access: 'user',
      summary: 'What a shop without a mail server would have mailed to the caller within a day',
      answers: {
        200: { description: 'The newest 50 at most, newest first', schema: keptMails },
        404: { description: 'This shop keeps no mails: it sends them, or does not write any', schema: problem },
      },
      async handle({ caller }) {
        if (!kept) throw new NotFound('This shop keeps no mails to read here.');
        return { status: 200, body: { mails: await kept.of(caller.uid) } };
      },
    }),
    route({
      method: 'post',
      path: '/operations/test-mail',
      access: 'admin',
      summary: 'Mail the caller, and say at once what came of it: to see whether mails go out',
      answers: {
        200: { description: 'Whether the mail server took it, or why not', schema: testMailAnswer },
        409: { description: 'This shop writes no mails', schema: problem },
        429: { description: 'There were ten in the last hour, whoever asked', schema: problem },
      },
      async handle({ caller, command, signal }) {
        return { status: 200, body: await tests.send(caller, command.commandId, signal) };
      },
    }),
  ];
}
