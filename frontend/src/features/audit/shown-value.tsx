import { formatMoney } from '../../../../modules/kernel/values/money.ts';
import { useBalanceFormat } from '../../lib/formatting/balance.ts';
import classes from './audit.module.css';
import { isMoney } from './stepped-states.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** As events carry it. */
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Of `refunded` one cannot say: of an order it is a sum, of the order counts it is how many. */
const isPrice = (field: string) => /(^|\.)(revenue|price|PerPrice|TotalPrice)$/.test(field);

type Props = {
  field: string;
  /** Undefined where there is none. */
  value: unknown;
};

/** A value of a thing's field, as every other page writes it. What people wrote reads from its own side. */
export function ShownValue({ field, value }: Props) {
  const balance = useBalanceFormat();
  if (value === undefined) return <span className={classes.nothing}>nothing</span>;
  if (value === '') return <span className={classes.nothing}>empty</span>;
  if (typeof value === 'number') return <>{isPrice(field) && balance ? balance(value) : number.format(value)}</>;
  if (typeof value === 'string' && isMoment(value)) {
    return <time dateTime={value}>{moment.format(new Date(value))}</time>;
  }
  if (typeof value === 'string') return <bdi dir="auto">{value}</bdi>;
  if (isMoney(value)) return <>{formatMoney(value)}</>;
  if (typeof value === 'object' && value !== null) return <code>{JSON.stringify(value)}</code>;
  return <>{String(value)}</>;
}
