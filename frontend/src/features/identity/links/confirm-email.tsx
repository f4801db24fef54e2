import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { UsedLink } from '../../../../../modules/identity/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { send } from '../../../lib/api/http.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { storedAccess } from '../../../lib/session/access-token.ts';
import { renew } from '../../../lib/session/session.ts';
import type { MailedLink } from './link-in-address.ts';

type Props = {
  link: MailedLink;
  /** The email is theirs by now. */
  done: (email: string) => void;
};

/** Proves an email with a mailed link, or changes to it. */
export function ConfirmEmail({ link: { token, purpose }, done }: Props) {
  const queryClient = useQueryClient();
  const confirm = useChange({
    name: 'use link',
    isSecret: true,
    call: async ({ link }: { link: string }, key): Promise<UsedLink> =>
      (await send('/identity/link', { method: 'POST', body: { link }, key })).json(),
    async onSuccess({ email }) {
      // What this browser knows of whoever is signed in has the email of before.
      const access = storedAccess();
      if (access) await renew(access.token).catch(() => undefined);
      void queryClient.invalidateQueries({ queryKey: ['private'] });
      done(email);
    },
  });
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
