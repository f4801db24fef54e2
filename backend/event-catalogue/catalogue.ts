import type { Module } from '../../modules/kernel/module.ts';
import type { EventDeclaration, EventVersion } from '../../modules/kernel/stored-events.ts';
import type { Field, SourceEvent, SourceTypes } from './source-types.ts';

export const catalogueFile = 'docs/events.md';

type Sources = {
  readonly source: SourceTypes;
  readonly declarations: ReadonlyMap<string, EventDeclaration>;
  readonly modules: readonly Module[];
};

/** The page that tells of every event, made from what the source declares. */
export function catalogueOf(sources: Sources): string {
  const sections = new Map<string, string[]>();
  for (const [type, declaration] of [...sources.declarations].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const event = sources.source.events.get(type);
    if (!event) throw new Error(`${type} is declared nowhere in the source.`);
    const room = roomOf(event);
    sections.set(room, [...(sections.get(room) ?? []), entryOf(event, declaration, sources)]);
  }
  const text = [...sections.values()].flat().join('\n');
  const rooms = [...sections].sort(([one], [other]) => (one < other ? -1 : 1));
  return `# Events

Every event that the log may hold: its stream, its fields, which of them are personal (sealed with the key of the person, and
\`erased\` once that is gone) or secret (shown in no history, export or log), its versions, and who handles it. Beside its data each
carries what [event.ts](../modules/kernel/event.ts) says. Made from the declarations by \`npm run events\`; a test fails when
it is stale.

${rooms.map(([room, entries]) => `## ${room}\n\n${entries.join('\n')}`).join('\n')}
## Types

${typesIn(text, sources.source)}
`;
}

/** What the names of types in the tables stand for. */
function typesIn(text: string, { aliases }: SourceTypes): string {
  const found = new Set<string>();
  const look = (within: string) => {
    for (const [name] of within.matchAll(/\b[A-Z]\w+/g)) {
      const meaning = aliases.get(name);
      if (meaning === undefined || found.has(name)) continue;
      found.add(name);
      look(meaning);
    }
  };
  for (const [, type = ''] of text.matchAll(/^\| `\w+` \| `(.+?)` \|/gm)) look(type);
  return [...found]
    .sort()
    .map((name) => `- \`${name}\`: \`${aliases.get(name)}\``)
    .join('\n');
}

/** The module, or the part of the backend, that declares it. */
function roomOf({ file }: SourceEvent): string {
  return file.split('/')[1] ?? file;
}

function entryOf(event: SourceEvent, declaration: EventDeclaration, { source, modules }: Sources): string {
  const { type, doc } = event;
  const newest = declaration.versions.get(declaration.version);
  const tables = source.fieldsOf(event).map((fields) => tableOf(fields, newest));
  const projections = modules.flatMap((module) => module.projections).filter(({ handles }) => handles(type));
  const reactors = modules.flatMap((module) => module.reactors).filter(({ handles }) => handles(type));
  const streams = [
    ...source.aggregates.filter(({ types }) => types.includes(type)).map(({ name }) => `${name}-{id}`),
    ...(declaration.stream === undefined ? [] : [declaration.stream]),
  ];
  const told = [
    `Stream ${codes(streams)}`,
    versionsOf(declaration),
    ...(projections.length > 0 ? [`shown by ${codes(projections.map(({ name }) => name))}`] : []),
    ...(reactors.length > 0 ? [`reacted to by ${codes(reactors.map(({ name }) => name))}`] : []),
  ];
  return `### ${type}\n${doc === '' ? '' : `${doc}\n\n`}${told.join('; ')}.\n\n${tables.join('\nor\n\n')}`;
}

function versionsOf({ version, writes, versions }: EventDeclaration): string {
  const older = [...versions.keys()].filter((number) => number < version);
  const read = older.length > 0 ? `, reads ${older.join(', ')} too` : '';
  return `version ${version}${read}${writes === version ? '' : `, still writes ${writes}`}`;
}

function tableOf(fields: readonly Field[], version: EventVersion | undefined): string {
  if (fields.length === 0) return 'No fields.\n';
  const rows = fields.map(({ name, isOptional, type }) => {
    const marks = [
      ...(isOptional ? ['may be left out'] : []),
      ...(version?.personal?.fields.includes(name) ? [`personal, of \`${subjectOf(version)}\``] : []),
      ...(version?.secret.includes(name) ? ['secret'] : []),
    ];
    return `| \`${name}\` | \`${type.replaceAll('|', '\\|')}\` | ${marks.join('; ')} |`;
  });
  return `| field | type | |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** Which field says whose data it is: asked of the declaration with data whose fields are their own names. */
function subjectOf({ personal }: EventVersion): string {
  return personal?.subject(new Proxy({}, { get: (_, name) => String(name) })) ?? '';
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
