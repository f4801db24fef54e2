import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { recoverBody } from '../../../../modules/identity/contract.ts';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { configQuery } from '../../lib/config-query.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { send } from '../../lib/http.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { useChange } from '../../lib/use-change.ts';
import { AccountPage } from './account-page.tsx';

/** For who forgot their password: says where a link to a new one is mailed, if anybody has that address. */
export function RecoverPage() {
  const { data: config } = useQuery(configQuery);
  return (
    <AccountPage
      title="Forgot your password?"
      other={
        <>
          Do you remember it? <Link to={pages.login}>Login</Link>
        </>
      }
    >
      {config?.recovery === false ? (
        <p>
          This shop has not set up mail, so it cannot send you a link to a new password. Please ask whoever runs it.
        </p>
      ) : (
        <RecoverForm />
      )}
    </AccountPage>
  );
}

function RecoverForm() {
  const [mailedTo, setMailedTo] = useState<string>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
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
        description="We mail you a link to set a new password."
        type="email"
        name="email"
        autoComplete="email"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <div role="status">
        {mailedTo !== undefined && (
          <>
            If there is an account for <bdi dir="auto">{mailedTo}</bdi>, a link is on its way. It is good for 30
            minutes. Nothing there? Look among the spam, or send another one.
          </>
        )}
      </div>
      <FormError error={recover.error} fields={['email']} />
      <BusyButton type="submit" isBusy={recover.isPending}>
        {mailedTo === undefined ? 'Send a link' : 'Send another link'}
      </BusyButton>
    </form>
  );
}
