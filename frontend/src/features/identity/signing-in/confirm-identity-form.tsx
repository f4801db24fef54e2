import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import IconBrandGoogle from '~icons/brand-google';
import type { Confirm, PasskeyOptions, ProofMethod } from '../../../../../modules/identity/factors/contract.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { PasswordField } from '../../../components/fields/password-field.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { change, changeOnly } from '../../../lib/api/api.ts';
import { focusAtFirst } from '../../../lib/focus/focus-at-first.ts';
import { confirmed, notConfirmed } from '../../../lib/session/confirm-again.ts';
import classes from '../factors/factor-form.module.css';
import { FactorForm } from '../factors/factor-form.tsx';

type Props = { methods: readonly ProofMethod[] };

const newKey = () => crypto.randomUUID();

/** A proof is no wish that is worth sending again under its key: each try is one of its own. */
async function confirm(body: Confirm): Promise<void> {
  await changeOnly('/identity/confirm', { method: 'POST', body, key: newKey() });
  confirmed();
}

const passkeyOptions = () => change<PasskeyOptions>('/identity/confirm/options', { method: 'POST', key: newKey() });

/** One’s password, or the second factor of whoever has one, or Google for whoever has neither. */
export function ConfirmIdentityForm({ methods }: Props) {
  const close = (
    <Button variant="default" onClick={() => notConfirmed()}>
      Cancel
    </Button>
  );
  const byFactor = methods.some((method) => method === 'totp' || method === 'passkey' || method === 'recovery-code');
  return (
    <div className={classes.form}>
      <p>It is a while since you proved who you are. Please do so again; then what you were doing goes on.</p>
      {byFactor && (
        <FactorForm methods={methods} send={confirm} passkeyOptions={passkeyOptions} action="Confirm">
          {close}
        </FactorForm>
      )}
      {methods.includes('password') && <PasswordForm />}
      {methods.includes('google') && <GoogleConfirmation />}
      {!byFactor && !methods.includes('password') && <div className={classes.actions}>{close}</div>}
    </div>
  );
}

function PasswordForm() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const confirming = useMutation<void, Error, Confirm>({
    mutationFn: confirm,
    onError: () => form.getInputNode('password')?.focus(),
  });
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => confirming.mutate(values))}>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        data-autofocus
        ref={focusAtFirst}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <FormError error={confirming.error} />
      <div className={classes.actions}>
        <Button variant="default" onClick={() => notConfirmed()}>
          Cancel
        </Button>
        <BusyButton type="submit" isBusy={confirming.isPending}>
          Confirm
        </BusyButton>
      </div>
    </form>
  );
}

/** In a tab of its own, which tells this one when it comes back: so nothing is lost that was typed here. */
function GoogleConfirmation() {
  const query = new URLSearchParams({ confirm: '1', returnTo: pages.confirmed });
  return (
    <Button
      component="a"
      href={`/identity/google?${query}`}
      target="_blank"
      variant="default"
      fullWidth
      leftSection={<IconBrandGoogle size="1.25rem" aria-hidden />}
    >
      Continue With Google
    </Button>
  );
}
