import { useContext, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { hearBeforeRouter } from './before-back.ts';
import { useWarningWhile } from './use-warning-while.ts';

type Go = () => void;

/** Where the browser stands in the pages of this visit, as the router counts them. */
const placeIn = (state: unknown): number | undefined => {
  const place = (state as { idx?: unknown } | null)?.idx;
  return typeof place === 'number' ? place : undefined;
};

/**
 * Keeps who has typed something from leaving it unawares: by a link, by Back, by closing or reloading the page, or by
 * whatever is handed to `leave`. The router's own useBlocker wants another kind of router, which the home page has no room
 * for. What the page replaces by itself, such as the login after a session has ended, is not asked about.
 */
export function useUnsaved(isUnsaved: boolean) {
  const { navigator } = useContext(NavigationContext);
  const [asked, setAsked] = useState<{ go: Go }>();
  /** Somebody said so: nothing is asked any more. */
  const isLeaving = useRef(false);
  useWarningWhile(isUnsaved);

  useEffect(() => {
    if (!isUnsaved) return;
    isLeaving.current = false;
    const ask = (go: Go) => setAsked({ go });

    const { push } = navigator;
    navigator.push = (...where) => {
      const go = () => push.apply(navigator, where);
      if (isLeaving.current) go();
      else ask(go);
    };

    const here = placeIn(window.history.state);
    let isGoingBackToHere = false;
    // The address has changed by then: it is set right, and that is not for the router either.
    const pop = (event: PopStateEvent) => {
      const there = placeIn(event.state);
      if (isGoingBackToHere) {
        isGoingBackToHere = false;
        event.stopImmediatePropagation();
      } else if (!isLeaving.current && here !== undefined && there !== undefined && there !== here) {
        event.stopImmediatePropagation();
        isGoingBackToHere = true;
        window.history.go(here - there);
        ask(() => window.history.go(there - here));
      }
    };
    hearBeforeRouter(pop);
    return () => {
      navigator.push = push;
      hearBeforeRouter();
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
        isLeaving.current = true;
        setAsked(undefined);
        asked?.go();
      },
    },
  };
}
