import { toast, toastOver } from '../../../lib/toast.ts';

const about = 'placed orders';

/** Says that orders were placed, on the way to the page where they are paid. */
export const sayPlaced = (words: string): void => void toast(words, 'success', about);

/** Once they are paid, that they are placed is no news. */
export const placedIsOld = (): void => void toastOver(about);
