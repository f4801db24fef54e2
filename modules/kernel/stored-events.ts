import type { DomainEvent } from './event.ts';

/** Whose personal data some fields of an event are. */
export type Personal<Data> = {
  readonly subject: (data: Data) => string;
  readonly fields: readonly (keyof Data & string)[];
};

type Fields<Data> = {
  /** What is sealed with the person's key before it is stored, and reads `erased` once that key is gone. */
  readonly personal?: Personal<Data>;
  /** What no history, export or log shows: password hashes, keys, hashes of tokens. Only decisions see it. */
  readonly secret?: readonly (keyof Data & string)[];
};

/** A version of the past. Its data is of a shape that no type of today describes. */
type OlderVersion = {
  readonly personal?: { readonly subject: (data: never) => string; readonly fields: readonly string[] };
  readonly secret?: readonly string[];
  /** Upcaster: this version's data in the shape of the next. An erased person's fields read `erased`. */
  readonly up: (data: never) => unknown;
  /** Downcaster: the next version's data in the shape of this one. Needed for as long as this one is still written. */
  readonly down?: (data: never) => unknown;
};

type Declaration<Data> = Fields<Data> & {
  /** The newest version that this release reads; decisions, `evolve` and projections see its shape only. */
  readonly version: number;
  /**
   * The version that this release writes; the newest when left out. A new version is read by one release before the next
   * one writes it: otherwise the nodes that are still old could not read what the new ones write, and would stop.
   */
  readonly writes?: number;
  readonly before?: { readonly [version: number]: OlderVersion };
};

/** How the events of a module are stored. */
export type StoredEvents<E extends DomainEvent = DomainEvent> = {
  readonly [Type in E['type']]: Declaration<Extract<E, { type: Type }>['data']>;
};

/** One version of an event as the stores see it, with the types forgotten. */
export type EventVersion = {
  readonly personal: { readonly subject: (data: unknown) => string; readonly fields: readonly string[] } | undefined;
  readonly secret: readonly string[];
  readonly up: ((data: unknown) => unknown) | undefined;
  readonly down: ((data: unknown) => unknown) | undefined;
};

/** A declaration as the stores see it. */
export type EventDeclaration = {
  readonly version: number;
  readonly writes: number;
  readonly versions: ReadonlyMap<number, EventVersion>;
  /** Where it stands, for one that is no aggregate's: `subject-key-{uid}`. */
  readonly stream: string | undefined;
};

/**
 * Declares how a module's events are stored.
 * @param options.stream what their stream is called, when they are not about an aggregate
 * @throws RangeError for a version without its upcaster, or one that is written without a downcaster.
 */
export function storedEvents<E extends DomainEvent>(
  events: StoredEvents<E>,
  { stream }: { stream?: string } = {},
): ReadonlyMap<string, EventDeclaration> {
  // Each declaration is looked up by the event's own type, so that it only ever meets data of that type.
  const declarations = Object.entries(events) as [string, Declaration<unknown>][];
  return new Map(declarations.map(([type, declaration]) => [type, { ...declarationOf(type, declaration), stream }]));
}

function declarationOf(type: string, { version, writes = version, before = {}, ...newest }: Declaration<unknown>) {
  const versions = new Map<number, EventVersion>();
  for (let number = 1; number < version; number++) {
    const older = before[number];
    if (!older) throw new RangeError(`${type} has a version ${version}, and none ${number} to read older events by.`);
    if (number >= writes && !older.down)
      throw new RangeError(`${type} is written as ${writes} without a way down to it.`);
    versions.set(number, versionOf(older));
  }
  versions.set(version, versionOf(newest));
  return { version, writes, versions };
}

function versionOf({ personal, secret = [], up, down }: Partial<OlderVersion>): EventVersion {
  // Data of a version only ever meets that version's own functions.
  return { personal, secret, up, down } as EventVersion;
}

/** In the place of data of which this release cannot tell what is secret in it. */
export const notShown = 'not shown: this release does not know what in it is secret';

/**
 * The data without what is secret in it, for whoever reads a history. Of an event that does not say its version (0): in whichever. Nothing of
 * a type or a version that is not known, as a newer release writes them: any of its fields may be secret.
 */
export function withoutSecrets(declaration: EventDeclaration | undefined, schema: number, data: unknown): unknown {
  if (declaration === undefined || schema > declaration.version) return notShown;
  const { versions } = declaration;
  const secret = versions.get(schema)?.secret ?? [...versions.values()].flatMap((version) => version.secret);
  if (secret.length === 0 || typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, secret.includes(name) ? 'secret' : value]),
  );
}
