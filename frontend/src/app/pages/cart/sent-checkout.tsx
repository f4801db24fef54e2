import { useQueries } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { CheckoutBody } from '../../../../../modules/booking/checkouts/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { FactList, wordsFact } from '../../../components/details/fact-list.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { toolQuery } from '../../../features/catalog/tool-query.ts';
import { formatPrice, sumOf } from '../../../lib/formatting/money.ts';
import classes from './cart-page.module.css';

type Props = {
  titleRef: RefObject<HTMLHeadingElement | null>;
  body: CheckoutBody;
  currency: string;
  /** What is under way. */
  isBusy: 'sending' | 'looking' | undefined;
  error: Error | null;
  send: () => void;
  giveUp: () => void;
};

/** What was ordered and got no answer, as it was sent and would be sent again: nothing of it can be changed. */
export function SentCheckout({ titleRef, body, currency, isBusy, error, send, giveUp }: Props) {
  const { lines, location, phone } = body;
  const tools = useQueries({ queries: lines.map(({ toolId }) => toolQuery(toolId)) });
  const format = (price: number) => formatPrice(price, currency);
  const sum = sumOf(
    lines.map(({ price }) => price),
    currency,
  );
  return (
    <>
      <PageHead title="Check out" titleRef={titleRef}>
        Your last order got no answer. Send it again: it is placed once, also where it was placed already.
      </PageHead>
      <div className={classes.columns} data-form="true">
        <Panel>
          <FactList
            facts={[
              ['Location', wordsFact(location)],
              ['Phone', wordsFact(phone)],
            ]}
          />
          <div className={classes.refused}>
            <FormError error={error} />
          </div>
          <div className={classes.sent}>
            <BusyButton size="lg" onClick={send} isBusy={isBusy === 'sending'} disabled={isBusy === 'looking'}>
              Send it again
            </BusyButton>
            <BusyButton
              size="lg"
              variant="default"
              onClick={giveUp}
              isBusy={isBusy === 'looking'}
              disabled={isBusy === 'sending'}
            >
              Give it up
            </BusyButton>
          </div>
          <p className={classes.note}>Before it is given up, we look whether it was placed.</p>
        </Panel>
        <section className={classes.sum} aria-label="What you ordered">
          <ul className={classes.slip}>
            {lines.map(({ toolId, quantity, price }, at) => (
              <li key={toolId}>
                <span>
                  {inDigits(quantity)} ×{' '}
                  <bdi dir="auto">{tools[at]?.data?.name ?? (tools[at]?.error ? 'A tool that is gone' : '…')}</bdi>
                </span>
                <span className={classes.amount}>{format(price)}</span>
              </li>
            ))}
          </ul>
          <p className={classes.total}>
            <span>Total</span> <strong>{format(sum)}</strong>
          </p>
        </section>
      </div>
    </>
  );
}
