import { LRUCache } from 'lru-cache';

/** How many documents of one kind are kept as objects, and for how long, in milliseconds: of whoever is erased none for longer. */
const kept = { most: 2_000, for: 5_000 };

/**
 * Reads documents that are asked for over and over, as who is calling and in which session is with every call: a text that is
 * the same as before is not parsed again. The objects are frozen, since many calls share them.
 */
export function readAgain<Document extends object>(
  read: (text: string) => Document,
): (id: string, text: string) => Document {
  const last = new LRUCache<string, { readonly text: string; readonly document: Document }>({
    max: kept.most,
    ttl: kept.for,
    ttlAutopurge: true,
  });
  return (id, text) => {
    const known = last.get(id);
    if (known?.text === text) return known.document;
    const document = Object.freeze(read(text));
    last.set(id, { text, document });
    return document;
  };
}
