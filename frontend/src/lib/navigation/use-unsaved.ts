import { useContext, useEffect, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { askBeforeLeaving, leaveAgreed } from './leaving.ts';
import { useWarningWhile } from './use-warning-while.ts';

type Go = () => void;

/**
 * Keeps who has typed something from leaving it unawares: by a link, by Back, by signing out, by closing or reloading the page,
 * or by whatever is handed to `leave`. What the page replaces by itself, such as the login after a session has ended, is not asked
 * about.
 */
export function useUnsaved(isUnsaved: boolean) {
  const { navigator } = useContext(NavigationContext);
  const [asked, setAsked] = useState<{ go: Go }>();
  useWarningWhile(isUnsaved);

  useEffect(() => {
    if (!isUnsaved) return;
    const stop = askBeforeLeaving(navigator, (go) => setAsked({ go }));
    return () => {
      stop();
      setAsked(undefined);
    };
  }, [isUnsaved, navigator]);

  return {
    /** Does it at once where nothing would be lost. */
    leave(go: Go): void {
      if (!isUnsaved) {
        go();
        return;
      }
      // After the key press that asks for it, or Escape would answer the question with the same press.
      setTimeout(() => setAsked({ go }));
    },
    /** For the dialog that asks. */
    asking: {
      isOpen: asked !== undefined,
      stay: () => setAsked(undefined),
      goOn() {
        setAsked(undefined);
        if (asked) leaveAgreed(asked.go);
      },
    },
  };
}
