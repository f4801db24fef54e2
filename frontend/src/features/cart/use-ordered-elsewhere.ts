import { useState } from 'react';
import { useDeviceCart } from '../../lib/device/use-device-cart.ts';

/** Whether what a page shows of the cart was ordered in another tab: who orders in this one is led away from it. */
export function useOrderedElsewhere(): boolean {
  const { ordered } = useDeviceCart();
  const [before] = useState(ordered);
  return ordered !== undefined && ordered !== before;
}
