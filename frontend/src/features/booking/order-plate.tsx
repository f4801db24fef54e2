import { useQuery } from '@tanstack/react-query';
import { useBalanceFormat } from '../../lib/formatting/balance.ts';
import { adminQuery } from '../../lib/queries/admin-query.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { fewerOrMore, lessOrMore } from './compared.ts';
import { orderCountsQuery } from './order-counts.ts';
import classes from './order-plate.module.css';

type Props = {
  /** Across a page, or beside it. */
  place: 'page' | 'side';
};

const number = new Intl.NumberFormat('en');

/** How the orders stand, moving as they come, for admins; nothing for anybody else. Its room is kept until they are known. */
export function OrderPlate({ place }: Props) {
  const email = useSession()?.email ?? '';
  const isAdmin = useQuery(adminQuery(email)).data?.admin === true;
  const { data: counts, isError, refetch } = useQuery(orderCountsQuery(email, isAdmin));
  const balance = useBalanceFormat();
  if (!isAdmin) return null;

  const numbers = [
    { label: 'Orders', value: counts?.total },
    { label: 'Unpaid', value: counts?.unpaid },
    { label: 'Paid', value: counts?.paid },
    { label: 'Refunded', value: counts?.refunded },
  ];
  const isKnown = counts && balance;
  return (
    <section aria-label="Orders of the shop" className={classes.plate} data-place={place}>
      <dl className={classes.numbers}>
        {numbers.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === undefined ? '–' : number.format(value)}</dd>
          </div>
        ))}
        <div className={classes.wide}>
          <dt>Revenue</dt>
          <dd>{isKnown ? balance(counts.revenue) : '–'}</dd>
        </div>
        <div className={classes.wide}>
          <dt>Today (UTC)</dt>
          <dd>
            {isKnown ? `${number.format(counts.today.orders)} ${counts.today.orders === 1 ? 'order' : 'orders'}` : '–'}
            <Change of={isKnown && fewerOrMore(counts.today.orders, counts.yesterday.orders)} />
          </dd>
        </div>
        <div className={classes.wide}>
          <dt>Today’s revenue</dt>
          <dd>
            {isKnown ? balance(counts.today.revenue) : '–'}
            <Change of={isKnown && lessOrMore(counts.today.revenue, counts.yesterday.revenue, balance)} />
          </dd>
        </div>
      </dl>
      {isError && !counts && (
        <p className={classes.failed}>
          The counts could not be fetched.{' '}
          <button type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
    </section>
  );
}

/** Against yesterday: in words, with an arrow for the eye. */
function Change({ of }: { of: { words: string; way: 'up' | 'down' | 'same' } | undefined | false }) {
  return (
    <span className={classes.change} data-way={of ? of.way : 'same'}>
      {of ? of.words : ' '}
    </span>
  );
}
