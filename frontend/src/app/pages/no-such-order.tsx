import { useEffect, useRef } from 'react';
import { StateMessage } from '../../components/state-message.tsx';
import type { Gone } from '../../features/booking/shown-booking.ts';
import { MyOrdersLink } from './my-orders-link.tsx';

type Props = {
  /** It goes away before one's eyes, with the form that had the focus. */
  wasShown: boolean;
  /** Why, where that is known. */
  because?: Gone | undefined;
  /** A payment of it may have happened. */
  isPayment: boolean;
};

const words: Record<Gone, { title: string; text: string }> = {
  expired: {
    title: 'This order has lapsed',
    text: 'It was not paid in time, and its pieces went back on the shelf.',
  },
  deleted: { title: 'This order was deleted', text: 'Its pieces are back on the shelf, and there is nothing to pay.' },
  either: {
    title: 'There is no such order',
    text: 'It may have been taken back, or have expired because it was not paid.',
  },
};

/** In place of an order that is not there, or no more: then a card that was being typed does not go without a word. */
export function NoSuchOrder({ wasShown, because = 'either', isPayment }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasShown) heading.current?.focus();
  }, [wasShown]);
  const { title, text } = words[because];
  return (
    <StateMessage title={title} picture="/pictures/empty-orders.svg" page announce={wasShown} titleRef={heading}>
      {text}
      {because === 'expired' && !isPayment && ' Nothing was taken from your card.'}
      {isPayment && ' Should money have been taken for it, it goes back to the card.'}
      <MyOrdersLink />
    </StateMessage>
  );
}
