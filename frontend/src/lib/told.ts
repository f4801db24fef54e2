type Listener = (name: string, notice: { readonly position: string; readonly bookingId?: string }) => void;

const listeners = new Set<Listener>();

/** For the code of a page that is fetched with it: each notice, once everything that always listens has heard it. */
export function onTold(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const tell: Listener = (name, notice) => {
  for (const listener of listeners) listener(name, notice);
};
