import type { Commands } from '../kernel/commands.ts';
import { isSameText } from '../kernel/encoding/same-text.ts';
import { Forbidden } from '../kernel/errors.ts';
import { type Route, route } from '../kernel/route.ts';
import { problem } from '../kernel/wire/wire.ts';
import { FirstAdminIsNamed, nameFirstAdmin } from './commands/name-first-admin.ts';
import { promoted, setUpBody } from './contract.ts';
import type { Departures } from './departures.ts';
import type { Directory } from './directory.ts';
import { firstAdmin, theShop } from './first-admin.ts';
import { plainCode } from './first-admin-code.ts';
import type { UserUseCases } from './use-cases.ts';

type Wiring = {
  readonly commands: Commands;
  readonly departures: Pick<Departures, 'hasAny' | 'mayBecomeFirst'>;
  readonly directory: Pick<Directory, 'admins'>;
  readonly useCases: Pick<UserUseCases, 'promoteByUid'>;
  /** What the terminal of a shop without an admin shows. */
  readonly code: string;
};

/** How a shop that nobody runs yet gets its first admin. */
export function firstAdminRoutes({ commands, departures, directory, useCases, code }: Wiring): Route[] {
  /** Which naming has lapsed: without this, a shop that has lost its last admin could be had by nobody any more. */
  const lapsed = async () => {
    const { uid, times } = await commands.load(firstAdmin, theShop);
    if (uid === undefined || (await departures.mayBecomeFirst(uid))) return undefined;
    return (await departures.hasAny()) ? undefined : times;
  };
  return [
    route({
      method: 'post',
      path: '/setup',
      access: 'user',
      summary: 'Makes the caller the first admin of a shop that has none, by the code from its terminal',
      body: setUpBody,
      secretFields: ['code'],
      costsPassword: true,
      answers: {
        200: { description: 'modifiedCount is 0 for who is that admin already', schema: promoted },
        403: { description: 'Not the code', schema: problem },
        409: { description: 'The shop has an admin', schema: problem },
      },
      async handle({ caller: { uid, role }, body, command }) {
        if (!isSameText(plainCode(body.code), plainCode(code))) {
          throw new Forbidden('That is not the code. It is in the terminal in which the shop was started.');
        }
        // Whoever is one may have been broken off before the answer came.
        if (role !== 'admin' && (await directory.admins()).length > 0) throw new FirstAdminIsNamed();
        const name = { type: 'NameFirstAdmin', uid, lapsed: await lapsed() } as const;
        await commands.execute(firstAdmin, theShop, command, name, nameFirstAdmin);
        const { changed, position } = await useCases.promoteByUid(uid, command);
        return { status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: changed }, position };
      },
    }),
  ];
}
