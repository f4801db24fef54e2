import { pages } from '../../../modules/kernel/wire/page-addresses.ts';
import { firstAdminCode } from '../../../modules/users/first-admin-code.ts';
import type { UsersModule } from '../../../modules/users/index.ts';
import { linkTo } from '../../mail/letter.ts';
import type { Config } from '../settings/config.ts';

type Wiring = {
  readonly users: { readonly admins: Pick<UsersModule['admins'], 'hasAny'> };
  readonly secret: Uint8Array;
  readonly origin: () => string;
  readonly print?: ((line: string) => void) | undefined;
  /** Whether somebody reads what is printed: else it is kept by whatever collects what services print. */
  readonly isTerminal?: boolean;
};

/**
 * Shows how to become the first admin of a shop that has none. In production the code itself is shown to a terminal only: what
 * services print is shipped to where others read it, and `npm run operator -- setup` shows it to whoever may read the keys anyway.
 */
export async function showFirstAdminCode(
  config: Pick<Config, 'NODE_ENV' | 'PUBLIC_URL'>,
  { users, secret, origin, print = console.log, isTerminal = process.stdout.isTTY }: Wiring,
): Promise<void> {
  if (await users.admins.hasAny()) return;
  const address = linkTo(pages.setup, config.PUBLIC_URL ?? origin());
  const isShown = config.NODE_ENV !== 'production' || isTerminal;
  print(
    isShown
      ? firstAdminLine(address, secret)
      : `This shop has no admin yet. Become its first at ${address} with the code that 'npm run operator -- setup' shows.`,
  );
}

/** The address stands between blanks: what is right behind one is copied along with it. */
const firstAdminLine = (address: string, secret: Uint8Array) =>
  `This shop has no admin yet. Become its first at ${address} with the code ${firstAdminCode(secret)}`;
