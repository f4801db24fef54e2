import type { QueryClient } from '@tanstack/react-query';

/** What a notice said of a thing: these fields have these values since that position of the log. */
type Said<Thing> = { readonly position: bigint; readonly fields: Partial<Thing> };

/** What is known of a thing: as the newest answer had it, and what notices said that is newer, oldest first. */
type Known<Thing> = { whole?: { position: bigint; thing: Thing }; said: readonly Said<Thing>[] };

/** Of so many things of a kind is something known at most; what was heard of longest ago is forgotten first. */
const mostKnown = 10_000;

/**
 * The newest that is known of each thing of one kind. Answers and notices overtake one another, and come twice: what is
 * known is a fold of them by position (of the log), so it is the same in whatever order they come, and never goes back.
 */
export type Newest<Thing extends object> = {
  /**
   * Takes what an answer says, true as of `position`; gives it back with everything newer that is known. An answer that
   * does not say how new it is (0) counts for itself alone.
   */
  readonly answered: (client: QueryClient, id: string, position: bigint, thing: Thing) => Thing;
  /** Takes what a notice says. False for what is older than what is known, or was said already. */
  readonly told: (client: QueryClient, id: string, position: bigint, fields: Partial<Thing>) => boolean;
  /** A thing that was taken before, as it is known now; the same object where nothing is new. */
  readonly latest: (client: QueryClient, id: string, thing: Thing) => Thing;
  /** Whether a notice spoke of something newer than any answer. */
  readonly isAwaited: (client: QueryClient, id: string) => boolean;
  /** Forgets all of it. */
  readonly forget: (client: QueryClient) => void;
};

export function newestOf<Thing extends object>(): Newest<Thing> {
  const byClient = new WeakMap<QueryClient, Map<string, Known<Thing>>>();

  const knownOf = (client: QueryClient) => {
    const known = byClient.get(client) ?? new Map<string, Known<Thing>>();
    byClient.set(client, known);
    return known;
  };
  const keep = (client: QueryClient, id: string, one: Known<Thing>) => {
    const known = knownOf(client);
    known.delete(id);
    known.set(id, one);
    const [oldest] = known.keys();
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  };

  return {
    answered(client, id, position, thing) {
      const { whole, said } = knownOf(client).get(id) ?? { said: [] };
      const isOld = whole !== undefined && whole.position > position;
      if (position === 0n && !isOld) return withFields(thing, said);
      const newest = isOld ? whole : { position, thing };
      const newer = said.filter((one) => one.position > newest.position);
      keep(client, id, { whole: newest, said: newer });
      return withFields(newest.thing, newer);
    },
    told(client, id, position, fields) {
      const { whole, said } = knownOf(client).get(id) ?? { said: [] };
      if (whole && position <= whole.position) return false;
      if (said.some((one) => one.position === position)) return false;
      const all = [...said, { position, fields }].toSorted((a, b) => (a.position < b.position ? -1 : 1));
      keep(client, id, {
        ...(whole && { whole }),
        said: all.filter((one, place) => !isCovered(one, all.slice(place + 1))),
      });
      return true;
    },
    latest(client, id, thing) {
      const { whole, said } = knownOf(client).get(id) ?? { said: [] };
      return withFields(thing, whole ? [{ position: whole.position, fields: whole.thing }, ...said] : said);
    },
    isAwaited: (client, id) => (knownOf(client).get(id)?.said.length ?? 0) > 0,
    forget: (client) => void byClient.delete(client),
  };
}

/** Whether everything that was said then is said anew by something later. */
function isCovered<Thing>({ fields }: Said<Thing>, later: readonly Said<Thing>[]): boolean {
  return later.some((one) => Object.keys(fields).every((name) => name in one.fields));
}

function withFields<Thing extends object>(thing: Thing, said: readonly Said<Thing>[]): Thing {
  const fields: Partial<Thing> = Object.assign({}, ...said.map((one) => one.fields));
  const names = Object.keys(fields) as (keyof Thing)[];
  return names.every((name) => thing[name] === fields[name]) ? thing : { ...thing, ...fields };
}
