import { type AccountHolders, passwordRequired } from '../identity/contract.ts';
import { wrongFields } from '../kernel/errors.ts';
import type { Caller } from '../kernel/route.ts';

/**
 * Before somebody is forgotten, who asks for it says their own password. For whoever has none the fresh sign-in counts that such calls
 * want anyway.
 * @throws WrongPassword; Invalid when it is left out by whoever has one.
 */
export async function proveCaller(
  accounts: Pick<AccountHolders, 'prove' | 'hasPassword'>,
  { uid, email }: Pick<Caller, 'uid' | 'email'>,
  password: string | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (password !== undefined) return accounts.prove({ uid, email, password }, signal);
  if (await accounts.hasPassword({ uid, email })) {
    throw wrongFields([{ path: 'password', message: passwordRequired }]);
  }
}
