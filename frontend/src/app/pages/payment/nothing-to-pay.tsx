import { useEffect, useRef } from 'react';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { ReceiptLink, ReceiptOfEach } from './receipt-links.tsx';

type Props = {
  /** The orders, by id: several were paid together. */
  ids: readonly string[];
  /** What went back, as it is written; undefined while the order is paid. */
  refunded: string | undefined;
  /** `$5.00 of $20.00`, where a part of it went back. */
  part: string | undefined;
  /** The card form was there, and this takes its place: it was paid in another window. */
  wasOffered: boolean;
};

/** In place of the card form of an order that is paid, or was. Back from its receipt leads here. */
export function NothingToPay({ ids, refunded, part, wasOffered }: Props) {
  const [only, ...others] = ids;
  const areSeveral = others.length > 0;
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
        `${areSeveral ? 'They were' : 'It was'} paid in another window. What you typed here was not sent. `}
      {areSeveral && (
        <p>
          <ReceiptOfEach ids={ids} />
        </p>
      )}
      {only !== undefined && !areSeveral && <ReceiptLink id={only} />}
      <MyOrdersLink />
    </StateMessage>
  );
}
