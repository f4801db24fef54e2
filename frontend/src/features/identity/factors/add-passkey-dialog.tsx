import '../../../components/dialogs/dialog-styles.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AddPasskeyBody, FactorAdded, PasskeyOptions } from '../../../../../modules/identity/factors/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { change } from '../../../lib/api/api.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import classes from './add-app-dialog.module.css';
import { makePasskey } from './passkey.ts';
import { useFactorsChange } from './use-factors-change.ts';

type Props = { isOpen: boolean; close: () => void; onAdded: (answer: FactorAdded) => void };

/** Has the browser make a passkey, under a name by which one knows it again. */
export function AddPasskeyDialog({ isOpen, close, onAdded }: Props) {
  return (
    <Modal opened={isOpen} onClose={close} title="Add a passkey" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {isOpen && <AddPasskeyForm close={close} onAdded={onAdded} />}
    </Modal>
  );
}

/** Each try makes a passkey of its own: none is the wish of before, and the key is as new. */
async function addPasskey({ name }: Pick<AddPasskeyBody, 'name'>): Promise<FactorAdded> {
  const post = <Answer,>(path: string, body?: unknown) =>
    change<Answer>(path, { method: 'POST', body, key: crypto.randomUUID() });
  const passkey = await makePasskey(await post<PasskeyOptions>('/me/factors/passkey/options'));
  return post('/me/factors/passkey', { name, passkey });
}

function AddPasskeyForm({ close, onAdded }: Omit<Props, 'isOpen'>) {
  const adding = useFactorsChange<FactorAdded, Pick<AddPasskeyBody, 'name'>>('add passkey', addPasskey, (answer) => {
    close();
    onAdded(answer);
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((wish) => adding.mutate(wish, { onError: (error) => showUnderFields(form, error) }))}
    >
      <p>Your device asks for your finger, your face or its PIN, or lights up your security key.</p>
      <TextInput
        label="Name"
        description="Such as the device that it is on"
        autoComplete="off"
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <FormError error={adding.error} fields={['name']} />
      <div className={classes.actions}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <BusyButton type="submit" isBusy={adding.isPending}>
          Add
        </BusyButton>
      </div>
    </form>
  );
}
