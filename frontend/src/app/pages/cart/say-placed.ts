import { toast, toastOver } from '../../../lib/toast.ts';

const about = 'placed orders';

/** Says that orders were placed: to who is led to the page where they are paid, or else with where they are. */
export const sayPlaced = (words: string, isLedOn: boolean): void =>
  void toast(isLedOn ? words : `${words}: see My Orders`, 'success', about);

/** Once they are paid, that they are placed is no news. */
export const placedIsOld = (): void => void toastOver(about);
