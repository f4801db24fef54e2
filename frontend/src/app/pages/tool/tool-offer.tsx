import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { generatePath, Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { minimumOf, shortageOf, stockOf } from '../../../../../modules/catalog/words/contract.ts';
import type { SignedInUser } from '../../../../../modules/identity/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { pages, shelves } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { BookingForm } from '../../../features/booking/ordering/booking-form.tsx';
import { isBeaten } from '../../../features/booking/ordering/order-outcome.tsx';
import { unansweredOrders } from '../../../features/booking/ordering/unanswered-orders.ts';
import { useBookTool } from '../../../features/booking/ordering/use-book-tool.ts';
import { AddToCart } from '../../../features/cart/add-to-cart.tsx';
import { NoLongerOffered } from '../../../features/catalog/details/no-longer-offered.tsx';
import { ToolDetails } from '../../../features/catalog/details/tool-details.tsx';
import { SeenTools } from '../../../features/catalog/recommendations/seen-tools.tsx';
import { SimilarTools } from '../../../features/catalog/recommendations/similar-tools.tsx';
import { noteSeen } from '../../../lib/device/recently-seen.ts';
import { useKeptFocus } from '../../../lib/focus/use-kept-focus.ts';
import type { DeliveryValues } from '../../../lib/forms/use-delivery.ts';
import { useSayPlaced } from '../cart/say-placed.ts';
import { ToolHistoryLink } from './tool-history-link.tsx';
import { ToolReviewsWhenNear } from './tool-reviews-when-near.tsx';

type Props = { tool: Tool; buyer: SignedInUser; currency: string };

/** A tool with the form to order it. What cannot be had, or no more, has what is like it below. */
export function ToolOffer({ tool, buyer, currency }: Props) {
  const navigate = useNavigate();
  const sayPlaced = useSayPlaced();
  const [asked] = useSearchParams();
  const settle = useRef<(order: DeliveryValues) => void>(undefined);
  const attempt = useBookTool((bookingId, order) => {
    settle.current?.(order);
    const { price } = order;
    if (!sayPlaced('Your order is placed')) return;
    // Where there is nothing to pay, the order is paid already.
    navigate(price > 0 ? generatePath(pages.payment, { id: bookingId }) : pages.myOrders);
  });

  const shortage = shortageOf(tool);
  // A form that was there stays, with what was typed into it, when others take the last pieces.
  const wasOffered = useRef(unansweredOrders(tool._id).length > 0);
  wasOffered.current ||= !shortage && !tool.retired;
  // For good: unlike pieces, what is retired does not come back while one waits. An order without an answer can be asked after.
  const isOver = tool.retired && unansweredOrders(tool._id).length === 0;

  const place = useKeptFocus<HTMLDivElement>(!isOver);
  const isInstead = isOver || shortage !== undefined || isBeaten(attempt, tool);

  const { _id: id } = tool;
  useEffect(() => noteSeen(id), [id]);

  return (
    <>
      <ToolDetails tool={tool} currency={currency} below={<ToolHistoryLink tool={tool} email={buyer.email} />}>
        <div ref={place} tabIndex={-1}>
          {isOver ? (
            <NoLongerOffered announce={wasOffered.current} />
          ) : wasOffered.current ? (
            <Panel>
              <BookingForm
                tool={tool}
                buyer={buyer}
                currency={currency}
                attempt={attempt}
                settle={settle}
                wanted={Number(asked.get('quantity'))}
                beside={(quantity) => <AddToCart tool={tool} quantity={quantity} />}
              />
            </Panel>
          ) : (
            <StateMessage title={shortage ?? 'Sold out'}>
              {shortage === 'Too few left' &&
                `The smallest order is ${inDigits(minimumOf(tool))} pieces, and ${stockOf(tool)} ${tool.Available === 1 ? 'is' : 'are'} left. `}
              Have a look at what else there is.
              <Button component={Link} to={shelves} variant="default">
                Browse the shelves
              </Button>
            </StateMessage>
          )}
        </div>
      </ToolDetails>
      {isInstead && <SimilarTools tool={tool} isInstead />}
      <ToolReviewsWhenNear tool={tool} email={buyer.email} />
      {!isInstead && <SimilarTools tool={tool} isInstead={false} />}
      <SeenTools but={tool._id} />
    </>
  );
}
