import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Sign-ins that are under way, in all; older ones make room. */
const mostKept = 1_000;

/** What the local issuer remembers, in this process and for as long as it lives; bounded, since anybody may begin a sign-in. */
export function keptInMemory(): AdapterFactory {
  const kept = new LRUCache<string, AdapterPayload>({ max: mostKept });
  /** The keys of what is looked for by another name than its id. */
  const named = new LRUCache<string, string>({ max: mostKept });

  return (kind): Adapter => {
    const keyOf = (id: string) => `${kind}:${id}`;
    const find = async (id: string) => kept.get(keyOf(id));
    return {
      find,
      findByUid: async (uid) => kept.get(named.get(`uid:${uid}`) ?? ''),
      findByUserCode: async () => undefined, // Only devices have such codes.
      async upsert(id, payload, expiresIn) {
        const lifetime = expiresIn === undefined ? {} : { ttl: expiresIn * 1_000 };
        kept.set(keyOf(id), payload, lifetime);
        if (payload.uid !== undefined) named.set(`uid:${payload.uid}`, keyOf(id), lifetime);
      },
      async consume(id) {
        const payload = kept.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        kept.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of kept.entries()) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
