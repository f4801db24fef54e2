import { parseArgs } from 'node:util';
import { Refusal, Unavailable } from '../../modules/kernel/errors.ts';
import { UnusableLog } from '../event-store/sqlite/unusable-log.ts';
import { BadSetting } from '../start/config.ts';
import { operatorOf } from './operator-actor.ts';

const help = `npm run operator -- <what to do>

  keys                            prints new identity keys, for the setting IDENTITY_KEYS
  keys rotate                     has a new key sign tokens, while the shop runs
  keys add|use|retire signing|wrapping|emails replaces a key, in these three steps, with a start of all nodes after each
  promote <email>                 makes a user an admin
  erase <email>                   forgets a person for good: account, profile, the names in orders and reviews
  factors reset <email>           takes somebody's second factors away, who has lost them all
  history [--after P] [--stream S] [--type T] prints the events, a line of JSON each
  parked                          lists the events that could not be dealt with, and why
  parked retry <id>               has one tried again
  parked skip <id> --reason <why> has one passed over for good
  books                           what was taken, and what has become of it: paid, owed, given back, lost in disputes
  verify                          compares the read models with a rebuild from the first event
  copy --from <store> --to <store> copies a whole history; goes on where it was broken off; verified at the end

A store is esdb://…, or the path of a data directory. The other settings are those of the shop.
What is changed is recorded as done by you: by the name that you have on this machine, or --as <name>.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    after: { type: 'string' },
    stream: { type: 'string' },
    type: { type: 'string' },
    as: { type: 'string' },
    reason: { type: 'string' },
  },
});
const [what, subject, id] = positionals;

// Each is imported when it is asked for: most need no shop, whose modules take longer to load than they have to do.

try {
  switch (what) {
    case 'keys':
      console.log(await (await import('./keys.ts')).keys(subject, id));
      break;
    case 'promote':
      if (!subject) throw new BadSetting('promote needs an email');
      console.log(await (await import('./promote.ts')).promote(subject, operatorOf(values.as)));
      break;
    case 'erase':
      if (!subject) throw new BadSetting('erase needs an email');
      console.log(await (await import('./erase.ts')).erase(subject, operatorOf(values.as)));
      break;
    case 'factors':
      if (subject !== 'reset' || !id) throw new BadSetting('factors takes reset <email>');
      console.log(await (await import('./reset-factors.ts')).resetFactors(id, operatorOf(values.as)));
      break;
    case 'history':
      await (await import('./history.ts')).history({
        after: BigInt(values.after ?? 0),
        stream: values.stream,
        type: values.type,
      });
      break;
    case 'parked':
      console.log(await parked(subject, id));
      break;
    case 'books':
      console.log(await (await import('./show-books.ts')).showBooks());
      break;
    case 'verify':
      console.log(await (await import('./verify.ts')).verify());
      break;
    case 'copy':
      if (!values.from || !values.to) throw new BadSetting('copy needs --from and --to');
      console.log(await (await import('./copy.ts')).copy(values.from, values.to, operatorOf(values.as)));
      break;
    default:
      console.log(help);
      process.exitCode = what === undefined || what === 'help' ? 0 : 1;
  }
} catch (reason) {
  const isKnown = [Refusal, BadSetting, UnusableLog, Unavailable].some((kind) => reason instanceof kind);
  if (!(isKnown && reason instanceof Error)) throw reason;
  console.error(reason.message);
  process.exitCode = 1;
}

async function parked(order: string | undefined, eventId: string | undefined): Promise<string> {
  const { listParked, retryParked, skipParked } = await import('./parked.ts');
  if (order === undefined) return listParked();
  if ((order !== 'retry' && order !== 'skip') || !eventId) throw new BadSetting('parked takes retry <id> or skip <id>');
  return order === 'retry' ? retryParked(eventId) : skipParked(eventId, values.reason, operatorOf(values.as));
}
