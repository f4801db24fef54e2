import { MailAddress } from '../../components/details/mail-address.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import type { usePromoteUser } from './use-promote-user.ts';

type Props = {
  /** Whom it is asked about; undefined while it is closed. */
  person: { name: string; email: string } | undefined;
  promotion: ReturnType<typeof usePromoteUser>;
  close: () => void;
};

/** Asks before somebody becomes an admin, and says what they may from then on. */
export function PromoteDialog({ person, promotion, close }: Props) {
  return (
    <ConfirmDialog
      title={person && <bdi dir="auto">{`Make ${person.name} an admin?`}</bdi>}
      action="Make Admin"
      keep="Not now"
      isHarmless
      isOpen={person !== undefined}
      isBusy={promotion.isPending}
      close={close}
      confirm={() => person && promotion.mutate(person.email, { onSettled: close })}
    >
      {/* Which of several people of that name it is, the address says. */}
      <MailAddress address={person?.email ?? ''} /> will see all orders and everybody’s data, can give money back,
      change what is sold, and take away anybody’s admin rights, yours too. They and all other admins are told by mail.
    </ConfirmDialog>
  );
}
