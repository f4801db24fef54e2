import { Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { useState } from 'react';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { DangerButton } from '../../components/forms/danger-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { SectionPanel } from '../../components/layout/section-panel.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useDownloadData } from './use-download-data.ts';

/** What the shop knows of somebody, to take along; and the way to be forgotten. */
export function YourData({ email }: { email: string }) {
  const [isLeaving, setLeaving] = useState(false);
  const download = useDownloadData();
  return (
    <SectionPanel
      title="Your data"
      beside={<DeleteAccountDialog email={email} isOpen={isLeaving} close={() => setLeaving(false)} />}
    >
      <p>Your profile, your orders and your reviews are yours. Take them along as a file, or have them forgotten.</p>
      <Group>
        <BusyButton variant="default" isBusy={download.isPending} onClick={() => download.mutate()}>
          Download your data
        </BusyButton>
        <DangerButton onClick={() => setLeaving(true)}>Delete your account</DangerButton>
      </Group>
      <FormError error={download.error} />
    </SectionPanel>
  );
}
