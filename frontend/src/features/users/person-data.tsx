import { Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { useState } from 'react';
import type { Person, PersonalData } from '../../../../modules/people/contract.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { DangerButton } from '../../components/forms/danger-button.tsx';
import { SectionPanel } from '../../components/layout/section-panel.tsx';
import { change } from '../../lib/api/api.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { ErasePersonDialog } from './erase-person-dialog.tsx';
import { saveData } from './save-data.ts';

/** What the shop holds of somebody, for whoever asks for it in their name; and the way to forget them. */
export function PersonData({ admin, person }: { admin: string; person: Person }) {
  const { name, email } = person;
  const [asks, setAsks] = useState<'export' | 'erase'>();
  const exporting = useChange({
    name: 'export person',
    call: (whom: string, key) =>
      change<PersonalData>(`/people/${encodeURIComponent(whom)}/export`, { method: 'POST', key }),
    onSuccess: (data) => {
      setAsks(undefined);
      saveData(data, 'inventory-personal-data.json', 'The data is downloaded');
    },
  });
  const close = () => {
    setAsks(undefined);
    exporting.reset();
  };
  const isOneself = email === admin;
  return (
    <SectionPanel
      title="Their data"
      beside={
        <>
          <ConfirmDialog
            title={<bdi dir="auto">{`Download the data of ${name}?`}</bdi>}
            action="Download it"
            keep="Not now"
            isHarmless
            isOpen={asks === 'export'}
            isBusy={exporting.isPending}
            error={exporting.error}
            close={close}
            confirm={() => exporting.mutate(email)}
          >
            A file with everything that the shop holds of them is saved on this device: profile, address, orders,
            reviews. The history says that you took it.
          </ConfirmDialog>
          <ErasePersonDialog person={person} isOpen={asks === 'erase'} close={close} />
        </>
      }
    >
      <p>
        {isOneself
          ? 'This is your own account. You can delete it under My Profile.'
          : 'For who asks for a copy of what is theirs, or to be forgotten.'}
      </p>
      <Group>
        <BusyButton variant="default" isBusy={exporting.isPending} onClick={() => setAsks('export')}>
          Download their data
        </BusyButton>
        {!isOneself && <DangerButton onClick={() => setAsks('erase')}>Erase this person</DangerButton>}
      </Group>
    </SectionPanel>
  );
}
