import '@mantine/core/styles/Group.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PasskeyOptions, ProofMethod, ShownFactor } from '../../../../../modules/identity/factors/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { focusAtFirst } from '../../../lib/focus/focus-at-first.ts';
import classes from './factor-form.module.css';
import { showPasskey } from './passkey.ts';

type Props = {
  /** What there is to choose from. */
  methods: readonly ProofMethod[];
  /** Sends what was shown. */
  send: (shown: ShownFactor) => Promise<void>;
  /** What the browser needs for a passkey. */
  passkeyOptions: () => Promise<PasskeyOptions>;
  action: string;
  /** Beside the button. */
  children?: ReactNode;
};

/** Asks for a second factor: a passkey, the code of an app, or a recovery code for whoever has neither at hand. */
export function FactorForm({ methods, send, passkeyOptions, action, children }: Props) {
  const typed = methods.includes('totp') ? 'code' : 'recoveryCode';
  const [field, setField] = useState<'code' | 'recoveryCode' | undefined>(
    methods.includes('totp') || !methods.includes('passkey') ? typed : undefined,
  );
  const form = useForm({ mode: 'uncontrolled', initialValues: { shown: '' } });
  const showing = useMutation<void, Error, ShownFactor | 'passkey'>({
    mutationFn: async (shown) =>
      send(shown === 'passkey' ? { passkey: await showPasskey(await passkeyOptions()) } : shown),
    onError: () => form.getInputNode('shown')?.focus(),
  });
  const choose = (next: 'code' | 'recoveryCode') => {
    showing.reset();
    form.reset();
    setField(next);
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(({ shown }) => field && showing.mutate({ [field]: shown }))}
    >
      {methods.includes('passkey') && (
        <BusyButton
          type="button"
          variant={field ? 'default' : 'filled'}
          isBusy={showing.isPending && showing.variables === 'passkey'}
          onClick={() => showing.mutate('passkey')}
        >
          Use your passkey
        </BusyButton>
      )}
      {field && (
        <TextInput
          label={field === 'code' ? 'Code' : 'Recovery code'}
          description={field === 'code' ? 'The 6 digits that your authenticator app shows' : 'Each one works once'}
          inputMode={field === 'code' ? 'numeric' : 'text'}
          name={field}
          autoComplete={field === 'code' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          ref={focusAtFirst}
          key={`${form.key('shown')} ${field}`}
          {...form.getInputProps('shown')}
        />
      )}
      <FormError error={showing.error} />
      <div className={classes.actions}>
        {children}
        {field && (
          <BusyButton type="submit" isBusy={showing.isPending && showing.variables !== 'passkey'}>
            {action}
          </BusyButton>
        )}
      </div>
      {field !== 'code' && methods.includes('totp') && (
        <Button variant="subtle" size="compact-sm" onClick={() => choose('code')}>
          Use the code of your app
        </Button>
      )}
      {field !== 'recoveryCode' && methods.includes('recovery-code') && (
        <Button variant="subtle" size="compact-sm" onClick={() => choose('recoveryCode')}>
          Use a recovery code
        </Button>
      )}
    </form>
  );
}
