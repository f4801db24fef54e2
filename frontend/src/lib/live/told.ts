type Notice = { readonly position: string; readonly bookingId?: string };

/** What lib/live/live.ts has the window say of each notice. By an event, so that the home page loads nothing for whoever listens. */
const toldAs = 'told';

/** For the code of a page that is fetched with it: each notice, once everything that always listens has heard it. */
export function onTold(listener: (name: string, notice: Notice) => void): () => void {
  const hear = (event: Event) => event instanceof CustomEvent && listener(event.detail[0], event.detail[1]);
  window.addEventListener(toldAs, hear);
  return () => window.removeEventListener(toldAs, hear);
}

/** For the same: whenever the connection is there, for what notices may have said while it was not. */
export const onCatchUp = (listener: () => void) => window.addEventListener('catch-up', listener);
