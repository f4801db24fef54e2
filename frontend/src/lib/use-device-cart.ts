import { useSyncExternalStore } from 'react';
import { type DeviceCart, deviceCart, onCartChange } from './device-cart.ts';

/** The cart, the same in every tab. */
export function useDeviceCart(): DeviceCart {
  return useSyncExternalStore(onCartChange, deviceCart);
}
