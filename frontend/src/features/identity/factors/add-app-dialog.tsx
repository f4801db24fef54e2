import '../../../components/dialogs/dialog-styles.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ConfirmTotp, FactorAdded, TotpOffer } from '../../../../../modules/identity/factors/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { change } from '../../../lib/api/api.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import classes from './add-app-dialog.module.css';
import { useFactorsChange } from './use-factors-change.ts';

type Props = {
  /** Undefined while none is to be added. */
  offer: TotpOffer | undefined;
  close: () => void;
  onAdded: (answer: FactorAdded) => void;
};

/** Shows the secret to an authenticator app, which proves by a first code that it has it. */
export function AddAppDialog({ offer, close, onAdded }: Props) {
  return (
    <Modal
      opened={offer !== undefined}
      onClose={close}
      title="Add an authenticator app"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {offer && <AddAppForm key={offer.offer} offer={offer} close={close} onAdded={onAdded} />}
    </Modal>
  );
}

function AddAppForm({ offer, close, onAdded }: Props & { offer: TotpOffer }) {
  const adding = useFactorsChange<FactorAdded, ConfirmTotp>(
    'add totp',
    (body, key) => change('/me/factors/totp/confirm', { method: 'POST', body, key }),
    (answer) => {
      close();
      onAdded(answer);
    },
  );
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(({ code }) =>
        adding.mutate({ offer: offer.offer, code }, { onError: (error) => showUnderFields(form, error) }),
      )}
    >
      <p>Scan this with your app, or type the key into it. Then type the 6 digits that it shows.</p>
      <img
        className={classes.qrCode}
        src={`data:image/svg+xml,${encodeURIComponent(offer.qrCode)}`}
        alt="QR code of the key below"
      />
      <p>
        Key: <code className={classes.key}>{offer.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <TextInput
        label="Code"
        inputMode="numeric"
        name="code"
        autoComplete="one-time-code"
        data-autofocus
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <FormError error={adding.error} fields={['code']} />
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
