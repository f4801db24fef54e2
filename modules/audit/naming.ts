import type { Actor } from '../kernel/event.ts';
import type { Names } from '../kernel/history.ts';

/** Who people are and what tools are called today; undefined for whom the shop does not know. */
export interface KnownNames {
  personName(uid: string): Promise<string | undefined>;
  toolName(toolId: string): Promise<string | undefined>;
  /** Whether the shop knew somebody once. */
  wasKnown(uid: string): boolean;
}

type Called = { readonly people: Map<string, string>; readonly tools: Map<string, string> };

/**
 * Names for sentences, as they are when the history is read: so nobody is named in it whom the shop has forgotten. A sentence is
 * made once to hear whose names it needs, and again with them.
 */
export class Naming {
  readonly #known: KnownNames;

  constructor(known: KnownNames) {
    this.#known = known;
  }

  /** Calls something with names that hear which are asked for, looks them up, and gives what it makes of them then. */
  async with<Result>(work: (names: (actor: Actor) => Names) => Result): Promise<Result> {
    const asked: Called = { people: new Map(), tools: new Map() };
    work((actor) => namesOf(actor, asked, { isAsking: true }));
    await Promise.all([
      ...[...asked.people.keys()].map(async (uid) => void asked.people.set(uid, await this.#person(uid))),
      ...[...asked.tools.keys()].map(async (id) => void asked.tools.set(id, await this.#tool(id))),
    ]);
    return work((actor) => namesOf(actor, asked, { isAsking: false }));
  }

  async #person(uid: string): Promise<string> {
    const name = await this.#known.personName(uid);
    return name ?? (this.#known.wasKnown(uid) ? 'an erased person' : 'somebody');
  }

  async #tool(toolId: string): Promise<string> {
    return (await this.#known.toolName(toolId)) ?? `tool ${toolId.slice(0, 8)}`;
  }
}

function namesOf(actor: Actor, { people, tools }: Called, { isAsking }: { isAsking: boolean }): Names {
  const known = (list: Map<string, string>, id: string) => {
    // An event may hold anything.
    if (typeof id !== 'string') throw new TypeError('What somebody or something is named by is no text.');
    if (isAsking && !list.has(id)) list.set(id, '');
    return list.get(id) ?? '';
  };
  const person = (uid: string | undefined) => {
    if (uid === undefined) return 'somebody';
    if (uid === 'system') return 'the shop';
    if (uid.startsWith('operator:')) return `operator ${uid.slice('operator:'.length)}`;
    return known(people, uid);
  };
  return { actor: whoActs(actor, person), person, tool: (toolId) => known(tools, toolId) };
}

function whoActs(actor: Actor, person: (uid: string) => string): string {
  switch (actor.role) {
    case 'system':
      return 'the shop';
    case 'operator':
      return `operator ${actor.name}`;
    case 'anonymous':
      return 'somebody';
    default:
      return person(actor.uid);
  }
}
