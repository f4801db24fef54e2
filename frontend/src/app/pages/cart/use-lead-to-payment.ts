import { useNavigate } from 'react-router-dom';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { useSayPlaced } from './say-placed.ts';

/** Says that the orders of a checkout were placed, and leads to where they are paid whoever has not gone elsewhere meanwhile. */
export function useLeadToPayment() {
  const navigate = useNavigate();
  const sayPlaced = useSayPlaced();
  return (words: string, ids: readonly string[], price: number): void => {
    if (!sayPlaced(words)) return;
    // Back from paying leads to the orders, which are there now, and not to a cart in which nothing is left.
    navigate(pages.myOrders, { replace: true });
    if (price > 0) navigate(`${pages.payTogether}?orders=${ids.join(',')}`);
  };
}
