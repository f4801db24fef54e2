import { useEffect, useRef } from 'react';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import type { Gone } from '../../../features/booking/shown-booking.ts';

type Props = {
  /** It goes away before one's eyes, with the form that had the focus. */
  wasShown: boolean;
  /** Why, where that is known. */
  because?: Gone | undefined;
  /** A payment of it may have happened. */
  isPayment: boolean;
  /** There were several, to be paid together. */
  areSeveral?: boolean;
};

type Words = { readonly title: string; readonly text: string };

const ofOne: Record<Gone, Words> = {
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

const ofSeveral: Record<Gone, Words> = {
  expired: {
    title: 'These orders have lapsed',
    text: 'They were not paid in time, and their pieces went back on the shelf.',
  },
  deleted: {
    title: 'These orders were deleted',
    text: 'Their pieces are back on the shelf, and there is nothing to pay.',
  },
  either: {
    title: 'There are no such orders',
    text: 'They may have been taken back, or have expired because they were not paid.',
  },
};

/** In place of an order that is not there, or no more: then a card that was being typed does not go without a word. */
export function NoSuchOrder({ wasShown, because = 'either', isPayment, areSeveral = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasShown) heading.current?.focus();
  }, [wasShown]);
  const { title, text } = (areSeveral ? ofSeveral : ofOne)[because];
  return (
    <StateMessage title={title} picture="/pictures/empty-orders.svg" page announce={wasShown} titleRef={heading}>
      {text}
      {because === 'expired' && !isPayment && ' Nothing was taken from your card.'}
      {isPayment && ` Should money have been taken for ${areSeveral ? 'them' : 'it'}, it goes back to the card.`}
      <MyOrdersLink />
    </StateMessage>
  );
}
