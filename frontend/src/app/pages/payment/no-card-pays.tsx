import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { DangerButton } from '../../../components/forms/danger-button.tsx';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import { useDeleteBooking } from '../../../features/booking/my-orders/use-delete-booking.ts';

/** The ways on from an order whose sum no card pays: its pieces go back on the shelf, or it is looked at beside the others. */
export function NoCardPays({ booking, email }: { booking: Booking; email: string }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const deletion = useDeleteBooking(email, (_, isGone) => {
    if (isGone) navigate(pages.myOrders, { replace: true });
    else setAsked(false);
  });
  return (
    <>
      <DangerButton onClick={() => setAsked(true)}>Delete the order</DangerButton>
      <MyOrdersLink />
      <ConfirmDialog
        title="Delete this order?"
        action="Delete"
        isOpen={isAsked}
        isBusy={deletion.isPending}
        close={() => setAsked(false)}
        confirm={() => deletion.mutate(booking._id)}
      >
        {inDigits(booking.quantity)} × <bdi dir="auto">{booking.toolName}</bdi> will go back on the shelf.
      </ConfirmDialog>
    </>
  );
}
