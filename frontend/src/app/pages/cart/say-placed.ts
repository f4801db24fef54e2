import { useState } from 'react';
import { useIsStillHere } from '../../../lib/navigation/use-is-still-here.ts';
import { storedAccess } from '../../../lib/session/access-token.ts';
import { toast, toastOver } from '../../../lib/toast.ts';

const about = 'placed orders';

/** Says that orders are placed, until they are paid. */
export const sayPlaced = (words: string): void => void toast(words, 'success', about);

const signedIn = () => storedAccess()?.user.uid;

/**
 * Says that orders were placed, and answers whether that leads on to where they are paid: whoever has gone elsewhere meanwhile reads where they are
 * instead. Nobody else who is signed in by then hears of it.
 */
export function useSayPlaced(): (words: string) => boolean {
  const isStillHere = useIsStillHere();
  const [buyer] = useState(signedIn);
  return (words) => {
    if (signedIn() !== buyer) return false;
    const isLedOn = isStillHere();
    sayPlaced(isLedOn ? words : `${words}: see My Orders`);
    return isLedOn;
  };
}

/** Once they are paid, that they are placed is no news. */
export const placedIsOld = (): void => void toastOver(about);
