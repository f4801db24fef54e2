import { formatMoney, nearestMoney } from '../../../../../modules/kernel/values/money.ts';
import { numberIn } from '../../../../../modules/kernel/values/number-in.ts';
import { Meanwhile } from '../../../components/forms/meanwhile.tsx';

type Props = {
  /** What is to go back, as it is typed. */
  amount: string;
  restock: string;
  /** How much money and how many pieces can go back. */
  left: number;
  out: number;
  shipped: boolean;
  currency: string;
};

/** Said before it is sent: all pieces would be back, and the shop would keep money for them. */
export function RefundWarning({ amount, restock, left, out, shipped, currency }: Props) {
  const back = numberIn(amount);
  const kept = typeof back === 'number' && back >= 0 ? nearestMoney(left - back, currency) : undefined;
  const areAllBack = out > 0 && numberIn(restock) === out;
  return (
    <Meanwhile>
      {areAllBack &&
        kept &&
        kept.amount > 0 &&
        `All of its pieces go back to the shelf, and ${formatMoney(kept)} stays with the shop${shipped ? '' : ': nothing is left to send then'}.`}
    </Meanwhile>
  );
}
