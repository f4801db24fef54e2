import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { linkMinutes } from '../../../../../modules/identity/bounds/contract.ts';
import { recoverBody } from '../../../../../modules/identity/contract.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { MailAddress } from '../../../components/details/mail-address.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { send } from '../../../lib/api/http.ts';
import { focusFirstError } from '../../../lib/focus/focus-first-error.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { AccountPage } from '../links/account-page.tsx';
import { useLinksGo } from '../links/use-links-go.ts';
import { useCameFrom } from '../signing-in/came-from.ts';

/** For whoever forgot their password: has a link to a new one mailed, or shown in the shop's terminal, if anybody has that address. */
export function RecoverPage() {
  const linksGo = useLinksGo();
  const from = useCameFrom();
  return (
    <AccountPage
      title="Forgot your password?"
      other={
        <>
          Do you remember it?{' '}
          <Link to={pages.login} state={{ from }}>
            Login
          </Link>
        </>
      }
    >
      {linksGo === 'nowhere' ? (
        <p>
          This shop has not set up mail, so it cannot send you a link to a new password. Please ask whoever runs it.
        </p>
      ) : (
        <RecoverForm isPrinted={linksGo === 'printed'} />
      )}
    </AccountPage>
  );
}

function RecoverForm({ isPrinted }: { isPrinted: boolean }) {
  const [mailedTo, setMailedTo] = useState<string>();
  const typedBefore = useTypedAtLogin();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedBefore },
    validate: schemaResolver(recoverBody, { sync: true }),
  });
  const recover = useChange({
    name: 'recover',
    isSecret: true,
    call: async ({ email }: { email: string; at: number }, key) => {
      await send('/identity/recover', { method: 'POST', body: { email }, key });
    },
    onSuccess: (_, { email }) => setMailedTo(email),
    onError: (error) => showUnderFields(form, error),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        // Asked for again, it is another link.
        ({ email }) => recover.mutate({ email, at: Date.now() }),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput
        label="Email"
        description={
          isPrinted
            ? 'This shop sends no mail. A link to set a new password appears in the terminal that it runs in.'
            : 'We mail you a link to set a new password.'
        }
        type="email"
        name="email"
        autoComplete="email"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <div role="status">
        {mailedTo !== undefined && (
          <>
            If there is an account for <MailAddress address={mailedTo} />,{' '}
            {isPrinted
              ? `the terminal that the shop runs in shows a link. It is good for ${linkMinutes} minutes.`
              : `a link is on its way. It is good for ${linkMinutes} minutes. Nothing there? Look among the spam, or send another one.`}
          </>
        )}
      </div>
      <FormError error={recover.error} fields={['email']} />
      <BusyButton type="submit" isBusy={recover.isPending}>
        {buttonLabel({ isPrinted, isFirst: mailedTo === undefined })}
      </BusyButton>
    </form>
  );
}

/** The email that one had typed at the login, which leads here with it. */
function useTypedAtLogin(): string {
  const { state } = useLocation();
  const email: unknown = typeof state === 'object' && state !== null && 'email' in state ? state.email : '';
  return typeof email === 'string' ? email : '';
}

function buttonLabel({ isPrinted, isFirst }: { isPrinted: boolean; isFirst: boolean }): string {
  if (isPrinted) return isFirst ? 'Show a link' : 'Show another link';
  return isFirst ? 'Send a link' : 'Send another link';
}
