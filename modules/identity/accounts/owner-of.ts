import type { Accounts } from './accounts.ts';

type Owners = {
  readonly accounts: Pick<Accounts, 'findByEmail'>;
  /** Who has an email by the list of people; left out where there is none. */
  readonly listedUid?: ((email: string) => Promise<string | undefined>) | undefined;
};

/**
 * Whose account an email is; undefined when nobody's. Of an account that cannot be read the list of people says it: without this, nothing
 * could be done for whoever has it.
 * @param isUnread whether a failure is one where the list has the word
 */
export async function ownerOf(
  { accounts, listedUid }: Owners,
  email: string,
  isUnread: (reason: unknown) => boolean,
): Promise<{ readonly uid: string; readonly email: string } | undefined> {
  try {
    return await accounts.findByEmail(email);
  } catch (reason) {
    const uid = isUnread(reason) ? await listedUid?.(email) : undefined;
    if (uid === undefined) throw reason;
    return { uid, email: email.trim().toLowerCase() };
  }
}
