import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { longestEmail } from '../../../../../modules/kernel/wire/longest.ts';
import { SearchField } from '../../../components/fields/search-field.tsx';
import type { How } from '../../../lib/navigation/use-address-steps.ts';
import classes from './orders-filters.module.css';
import { type OrdersWanted, statuses, wantedNames, ways } from './orders-wanted.ts';
import { OrdersWhenAndWhose } from './orders-when-and-whose.tsx';

/** As wide as the dashboard has its menu beside the page. */
const wide = '(min-width: 62em)';

type Props = {
  email: string;
  wanted: OrdersWanted;
  want: (change: OrdersWanted, how?: How) => void;
  /** Why it could not be looked for. */
  error: Error | null;
};

/** What to look for among all orders. It goes to the address bar. */
export function OrdersFilters({ email, wanted, want, error }: Props) {
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  const inDetail = wantedNames.slice(3).filter((name) => wanted[name]).length;
  return (
    <search className={classes.filters} aria-label="Orders">
      <div className={classes.first}>
        <SearchField
          label="Search orders"
          placeholder="Number, name or email"
          maxLength={longestEmail}
          value={wanted.q ?? ''}
          look={(q) => want({ q }, 'typed')}
          className={classes.search}
        />
        <NativeSelect
          label="Status"
          data={[{ value: '', label: 'Any' }, ...statuses]}
          value={wanted.status ?? ''}
          onChange={(event) => want({ status: event.currentTarget.value })}
        />
        <NativeSelect
          label="On its way"
          data={[{ value: '', label: 'Any' }, ...ways]}
          value={wanted.fulfilment ?? ''}
          onChange={(event) => want({ fulfilment: event.currentTarget.value })}
        />
      </div>
      <details open={isWide}>
        <summary>When, what and whose{inDetail > 0 && ` (${inDetail} set)`}</summary>
        <OrdersWhenAndWhose email={email} wanted={wanted} want={want} error={error} />
      </details>
    </search>
  );
}
