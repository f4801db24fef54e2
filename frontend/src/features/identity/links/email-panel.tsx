import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { changeEmailBody } from '../../../../../modules/identity/contract.ts';
import { MailAddress } from '../../../components/details/mail-address.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { changeOnly } from '../../../lib/api/api.ts';
import { focusFirstError } from '../../../lib/focus/focus-first-error.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { OwnAccountPanel } from '../own-account.tsx';
import { MailedNote } from './mailed-note.tsx';
import { useLinksGo } from './use-links-go.ts';

/** Whether one's email is proved to be one's own, and another one in its place. */
export function EmailPanel() {
  const linksGo = useLinksGo();
  const email = useSession()?.email ?? '';
  return (
    <OwnAccountPanel title="Email" rows={2} height={90}>
      {({ isProved, mustProve }) => (
        <>
          <p>
            {isProved && 'Confirmed: '}
            {mustProve && 'Not confirmed yet: '}
            <MailAddress address={email} />
          </p>
          {mustProve && <p>Use the link that we mailed to it. You can order without, but not be made an admin.</p>}
          {linksGo === 'nowhere' ? (
            <p>This shop has not set up mail, so your email cannot be confirmed or changed here.</p>
          ) : (
            <>
              {mustProve && <ProofAgain email={email} />}
              <EmailForm isPrinted={linksGo === 'printed'} />
            </>
          )}
        </>
      )}
    </OwnAccountPanel>
  );
}

function ProofAgain({ email }: { email: string }) {
  const again = useChange({
    name: 'prove email',
    call: (_: object, key) => changeOnly('/identity/prove-email', { method: 'POST', key }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    again.mutate({ at: Date.now() });
  };
  return (
    <form noValidate onSubmit={submit}>
      <MailedNote to={again.isSuccess ? email : undefined} />
      <FormError error={again.error} />
      <BusyButton type="submit" variant="default" isBusy={again.isPending}>
        Send the link again
      </BusyButton>
    </form>
  );
}

function EmailForm({ isPrinted }: { isPrinted: boolean }) {
  const [mailedTo, setMailedTo] = useState<string>();
  const form = useForm({
    // Uncontrolled fields are made anew when they are emptied, and take the focus of whoever pressed Enter in one along.
    mode: 'controlled',
    initialValues: { email: '' },
    validate: schemaResolver(changeEmailBody, { sync: true }),
  });
  const change = useChange({
    name: 'change email',
    call: (body: { email: string; at: number }, key) =>
      changeOnly('/identity/email', { method: 'POST', body: { email: body.email }, key }),
    onSuccess: (_, { email }) => {
      form.reset();
      setMailedTo(email);
    },
    onError: (error) => showUnderFields(form, error),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        // Asked for again, it is another link.
        ({ email }) => change.mutate({ email, at: Date.now() }),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput
        label="New email"
        description={
          isPrinted
            ? 'A link for it appears in the terminal that the shop runs in. Your email changes when you use that.'
            : 'We mail a link to it. Your email changes when you use that.'
        }
        type="email"
        name="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <MailedNote to={mailedTo} />
      <FormError error={change.error} fields={['email']} />
      <BusyButton type="submit" isBusy={change.isPending}>
        Change email
      </BusyButton>
    </form>
  );
}
