import type { DeviceCart } from '../../lib/device/device-cart.ts';

/** How what was in an empty cart left it, of which `what` tells; undefined where somebody took it out here, or nothing was in it. */
export function wentOut({ ordered, emptiedElsewhere }: DeviceCart, what: string): string | undefined {
  if (ordered !== undefined) return `${what} has been ordered.`;
  return emptiedElsewhere ? `${what} has been ordered, or was taken out on another device.` : undefined;
}
