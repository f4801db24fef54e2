import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Person } from '../../../../modules/people/contract.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { DangerButton } from '../../components/forms/danger-button.tsx';
import { SectionPanel } from '../../components/layout/section-panel.tsx';
import { changeOnly } from '../../lib/api/api.ts';
import { useFocusOnceSo } from '../../lib/focus/use-focus-once-so.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { toast } from '../../lib/toast.ts';
import { PromoteDialog } from './promote-dialog.tsx';
import { sayOwnRole } from './say-own-role.ts';
import { usePromoteUser } from './use-promote-user.ts';

/** What somebody may, and how that changes. `admin` is the address of whoever is shown it. */
export function PersonRole({ admin, person }: { admin: string; person: Person }) {
  const isOneself = person.email === admin;
  const [asks, setAsks] = useState<'promote' | 'demote'>();
  const place = useRef<HTMLParagraphElement>(null);
  const client = useQueryClient();
  const promotion = usePromoteUser(admin);
  const demotion = useChange({
    name: 'demote',
    isRepeatable: true,
    call: (email: string, key) => changeOnly(`/user/admin/${encodeURIComponent(email)}`, { method: 'DELETE', key }),
    onSuccess: async () => {
      setAsks(undefined);
      if (isOneself) sayOwnRole(false);
      else void toast(`${person.name} is no admin any more`);
      await client.invalidateQueries({ queryKey: ['private'] });
    },
  });
  const isAdmin = person.role === 'admin';
  const wish = useFocusOnceSo(isAdmin, asks !== undefined, place);

  const ask = (what: 'promote' | 'demote') => {
    wish(what === 'promote');
    setAsks(what);
  };
  const close = () => {
    setAsks(undefined);
    demotion.reset();
  };
  return (
    <SectionPanel
      title="Admin rights"
      beside={
        <>
          <PromoteDialog person={asks === 'promote' ? person : undefined} promotion={promotion} close={close} />
          <ConfirmDialog
            title={
              <bdi dir="auto">
                {isOneself ? 'Give up your admin rights?' : `Take the admin rights of ${person.name}?`}
              </bdi>
            }
            action={isOneself ? 'Give them up' : 'Take the rights'}
            keep="Keep them"
            isOpen={asks === 'demote'}
            isBusy={demotion.isPending}
            error={demotion.error}
            close={close}
            confirm={() => demotion.mutate(person.email)}
          >
            {isOneself ? 'You see' : 'They see'} nothing of the shop’s running any more, at once and in every window.{' '}
            {isOneself ? 'Your' : 'Their'} account and orders stay as they are.
          </ConfirmDialog>
        </>
      }
    >
      {isAdmin ? (
        <>
          <p ref={place} tabIndex={-1}>
            {isOneself ? 'You are an admin.' : 'They are an admin: they see all orders and everybody’s data.'} The last
            admin cannot go.
          </p>
          <DangerButton onClick={() => ask('demote')}>
            {isOneself ? 'Give up your rights' : 'Take the admin rights'}
          </DangerButton>
        </>
      ) : (
        <>
          <p ref={place} tabIndex={-1}>
            They are no admin: they see their own orders and profile.
          </p>
          <BusyButton variant="default" isBusy={promotion.isPending} onClick={() => ask('promote')}>
            Make Admin
          </BusyButton>
        </>
      )}
    </SectionPanel>
  );
}
