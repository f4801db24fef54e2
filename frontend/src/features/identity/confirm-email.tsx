import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import type { UsedLink } from '../../../../modules/identity/contract.ts';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { MailAddress } from '../../components/mail-address.tsx';
import { storedAccess } from '../../lib/access-token.ts';
import { send } from '../../lib/http.ts';
import { renew } from '../../lib/session.ts';
import { useChange } from '../../lib/use-change.ts';
import type { MailedLink } from './link-in-address.ts';

/** Proves an email with a mailed link, or changes to it. */
export function ConfirmEmail({ link: { token, purpose } }: { link: MailedLink }) {
  const queryClient = useQueryClient();
  const confirm = useChange({
    name: 'use link',
    isSecret: true,
    call: async ({ link }: { link: string }, key): Promise<UsedLink> =>
      (await send('/identity/link', { method: 'POST', body: { link }, key })).json(),
    async onSuccess() {
      // What this browser knows of who is signed in has the email of before.
      const access = storedAccess();
      if (access) await renew(access.token).catch(() => undefined);
      void queryClient.invalidateQueries({ queryKey: ['private'] });
    },
  });
  if (confirm.data) {
    return (
      <p role="status">
        {purpose === 'prove' ? 'Confirmed: ' : 'Your email is now '}
        <MailAddress address={confirm.data.email} />. <Link to={pages.myProfile}>To My Profile</Link>
      </p>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate({ link: token });
  };
  return (
    <form noValidate onSubmit={submit}>
      <p>
        {purpose === 'prove'
          ? 'Press the button, and we know that this address is yours.'
          : 'Press the button, and you sign in with this address from now on. You are signed out where you did not ask for it.'}
      </p>
      <FormError error={confirm.error} />
      <BusyButton type="submit" isBusy={confirm.isPending}>
        Confirm
      </BusyButton>
    </form>
  );
}
