import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type {
  FactorAdded,
  NewRecoveryCodes,
  OwnFactors,
  TotpOffer,
} from '../../../../../modules/identity/factors/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { SectionPanel } from '../../../components/layout/section-panel.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { change } from '../../../lib/api/api.ts';
import { useFocusAfterDeletion } from '../../../lib/focus/use-focus-after-deletion.ts';
import { useFocusOnceSo } from '../../../lib/focus/use-focus-once-so.ts';
import { adminQuery } from '../../../lib/queries/admin-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { toast } from '../../../lib/toast.ts';
import { AddAppDialog } from './add-app-dialog.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { FactorList } from './factor-list.tsx';
import { ownFactorsQuery } from './own-factors-query.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useFactorsChange } from './use-factors-change.ts';

/** What one proves beside one's password: an authenticator app, passkeys, and codes for when these are lost. */
export function SecondFactorPanel() {
  const email = useSession()?.email ?? '';
  const own = useQuery(ownFactorsQuery(email));
  const isAdmin = useQuery(adminQuery(email)).data?.admin;
  const { list, heading, forget } = useFocusAfterDeletion(own.data?.factors.map(({ _id }) => _id) ?? []);
  const [codes, setCodes] = useState<readonly string[]>();
  const [isAdded, setAdded] = useState(false);
  const added = ({ recoveryCodes }: FactorAdded) => {
    // The codes say it themselves: a message over them would cover what is shown only once.
    if (!recoveryCodes) void toast('Your second factor is added');
    setAdded(true);
    setCodes(recoveryCodes);
  };
  return (
    <SectionPanel
      title="Second factor"
      titleRef={heading}
      beside={
        <RecoveryCodesDialog
          codes={codes}
          isAdded={isAdded}
          close={() => {
            setCodes(undefined);
            // What led here may be gone: another dialog, or the button that opened it.
            heading.current?.focus();
          }}
        />
      }
    >
      <p>
        Whoever finds out your password still needs your phone or your key to log in.
        {own.data?.factors.length === 0 &&
          ' With the first one you stay signed in here, and are signed out everywhere else.'}
      </p>
      {isAdmin && own.data?.factors.length === 0 && (
        <p>
          <strong>You are an admin.</strong> Please add one: your account can give money back and read what everybody
          ordered.
        </p>
      )}
      {own.isPending && <LoadingRows label="Loading your second factors" rows={1} height={48} />}
      {own.error && !own.data && (
        <Failed title="Your second factors could not be fetched" error={own.error} retry={() => void own.refetch()} />
      )}
      {own.data && <FactorList own={own.data} list={list} onRemoved={forget} />}
      {own.data && (
        <Additions
          own={own.data}
          heading={heading}
          added={added}
          renewed={({ recoveryCodes }) => {
            setAdded(false);
            setCodes(recoveryCodes);
          }}
        />
      )}
    </SectionPanel>
  );
}

type Additional = {
  own: OwnFactors;
  heading: RefObject<HTMLElement | null>;
  added: (answer: FactorAdded) => void;
  renewed: (answer: NewRecoveryCodes) => void;
};

function Additions({ own, heading, added, renewed }: Additional) {
  const [offer, setOffer] = useState<TotpOffer>();
  const [isAddingPasskey, setAddingPasskey] = useState(false);
  const asking = useFactorsChange<TotpOffer, null>('offer totp', (_, key) =>
    change('/me/factors/totp', { method: 'POST', key }),
  );
  const renewing = useFactorsChange<NewRecoveryCodes, null>('recovery codes', (_, key) =>
    change('/me/factors/recovery-codes', { method: 'POST', key }),
  );
  /** Otherwise what was said of the last try would stay beside what is done since. */
  const forgetFailures = () => {
    // Not of what is under way: its codes would come, and not be shown.
    for (const one of [asking, renewing]) if (one.isError) one.reset();
  };
  const hasApp = own.factors.some(({ kind }) => kind === 'totp');
  const wishApp = useFocusOnceSo(hasApp, offer !== undefined, heading);
  return (
    <>
      <Group>
        {!hasApp && (
          <BusyButton
            variant="default"
            isBusy={asking.isPending}
            // Once the button has its focus again, for the dialog to give it back there; so with the codes below.
            onClick={() => {
              forgetFailures();
              asking.mutate(null, { onSuccess: setOffer });
            }}
          >
            Add an authenticator app
          </BusyButton>
        )}
        <Button
          variant="default"
          onClick={() => {
            forgetFailures();
            setAddingPasskey(true);
          }}
        >
          Add a passkey
        </Button>
        {own.factors.length > 0 && (
          <BusyButton
            variant="default"
            isBusy={renewing.isPending}
            onClick={() => {
              forgetFailures();
              renewing.mutate(null, { onSuccess: renewed });
            }}
          >
            New recovery codes
          </BusyButton>
        )}
      </Group>
      <FormError error={asking.error ?? renewing.error} />
      <AddAppDialog
        offer={offer}
        close={() => setOffer(undefined)}
        onAdded={(answer) => {
          // Otherwise the codes are shown next.
          if (!answer.recoveryCodes) wishApp(true);
          added(answer);
        }}
      />
      <AddPasskeyDialog isOpen={isAddingPasskey} close={() => setAddingPasskey(false)} onAdded={added} />
    </>
  );
}
