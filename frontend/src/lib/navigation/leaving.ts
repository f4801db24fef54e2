import { hearBeforeRouter } from './before-back.ts';
import { askBeforeSignOut } from './before-sign-out.ts';

type Go = () => void;
type Navigator = { push: (...where: never[]) => void };
type Guard = {
  readonly ask: (go: Go) => void;
  /** Where in the pages of this visit its form is. */
  readonly here: number | undefined;
};

/** Who has something typed that is not saved, the newest last: that one asks, once for all of them. */
const guards: Guard[] = [];
/** Somebody said that they leave: nothing is asked any more. */
let isAgreed = false;
let isGoingBackToHere = false;
let letGo = () => {};

/** Where the browser stands in the pages of this visit, as the router counts them. */
const placeIn = (state: unknown): number | undefined => {
  const place = (state as { idx?: unknown } | null)?.idx;
  return typeof place === 'number' ? place : undefined;
};

/** Asks before a link, Back or a sign-out leaves the page, until what is returned is called. */
export function askBeforeLeaving(navigator: Navigator, ask: Guard['ask']): () => void {
  const guard = { ask, here: placeIn(window.history.state) };
  if (guards.length === 0) letGo = holdOn(navigator);
  guards.push(guard);
  isAgreed = false;
  return () => {
    guards.splice(guards.indexOf(guard), 1);
    isAgreed = false;
    if (guards.length === 0) letGo();
  };
}

/** Leaves, as somebody said. */
export function leaveAgreed(go: Go): void {
  isAgreed = true;
  go();
}

/** The router's own useBlocker wants another kind of router, which the home page has no room for. */
function holdOn(navigator: Navigator): () => void {
  const { push } = navigator;
  const onceAgreed = (go: Go) => {
    if (isAgreed) go();
    else guards.at(-1)?.ask(go);
  };
  navigator.push = (...where) => onceAgreed(() => push.apply(navigator, where));
  askBeforeSignOut(onceAgreed);

  isGoingBackToHere = false;
  // The address has changed by then: it is set right, and that is not for the router either.
  hearBeforeRouter((event) => {
    const there = placeIn(event.state);
    const { here, ask } = guards.at(-1) ?? {};
    if (isGoingBackToHere) {
      isGoingBackToHere = false;
      event.stopImmediatePropagation();
    } else if (!isAgreed && here !== undefined && there !== undefined && there !== here) {
      event.stopImmediatePropagation();
      isGoingBackToHere = true;
      window.history.go(here - there);
      ask?.(() => window.history.go(there - here));
    }
  });
  return () => {
    navigator.push = push;
    hearBeforeRouter();
    askBeforeSignOut();
  };
}
