import { useEffect, useRef } from 'react';
import { StateMessage } from '../../components/state-message.tsx';
import { MyOrdersLink } from './my-orders-link.tsx';

type Props = {
  /** What went back, as it is written; undefined while the order is paid. */
  refunded: string | undefined;
  /** `$5.00 of $20.00`, where a part of it went back. */
  part: string | undefined;
  /** The card form was there, and this takes its place: it was paid in another window. */
  wasOffered: boolean;
  /** There are several, paid together. */
  areSeveral?: boolean;
};

/** In place of the card form of an order that is paid, or was. */
export function NothingToPay({ refunded, part, wasOffered, areSeveral = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasOffered) heading.current?.focus();
  }, [wasOffered]);
  return (
    <StateMessage
      title={refunded ? 'This order was refunded' : areSeveral ? 'These orders are paid' : 'This order is paid'}
      announce={wasOffered}
      titleRef={heading}
    >
      {refunded && `${refunded} went back to you.`}
      {part && `${part} went back. `}
      {wasOffered &&
        !refunded &&
        `${areSeveral ? 'They were' : 'It was'} paid in another window. What you typed here was not sent.`}
      <MyOrdersLink />
    </StateMessage>
  );
}
