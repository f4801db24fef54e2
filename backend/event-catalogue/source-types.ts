import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type CallExpression,
  isCallExpression,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTypeAliasDeclaration,
  isTypeReferenceNode,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  type TypeNode,
} from 'typescript/unstable/ast';
import { API, type Checker, NodeBuilderFlags, SymbolFlags, type Type } from 'typescript/unstable/sync';

/** Milliseconds that the compiler has for all that it is asked: more than it needs on any machine that is busy with other things. */
const enough = 5 * 60_000;

/** An event as the source declares it. */
export type SourceEvent = {
  readonly type: string;
  /** The file that says how it is stored, from the root. */
  readonly file: string;
  /** What is written above it, in one line. */
  readonly doc: string;
  readonly data: Type;
};

/** A field of an event's data, or of one of several shapes that it has. */
export type Field = { readonly name: string; readonly isOptional: boolean; readonly type: string };

/** Whose streams hold which events. */
export type SourceAggregate = {
  readonly name: string;
  readonly types: readonly string[];
  /** Where to import it from, from the root, and as what. */
  readonly file: string;
  readonly variable: string;
};

/**
 * What the source says of events, told by the compiler: their fields are written down once, as types, and are read from
 * there. (The compiler's API is called unstable; the compiler is pinned.)
 */
export class SourceTypes {
  readonly #api: API;
  readonly #limit: Worker | undefined;
  readonly checker: Checker;
  readonly events = new Map<string, SourceEvent>();
  readonly aggregates: SourceAggregate[] = [];
  /** What stands for the names of types, written out once. */
  readonly aliases = new Map<string, string>();

  /**
   * @param within milliseconds that it has, until it is closed
   * @throws Error where the compiler answers no more
   */
  constructor(root: string, within = enough) {
    this.#api = new API({ cwd: root });
    this.#limit = endedAfter(within, compilerOf(this.#api));
    // Of what may declare an event: the pages and the tests are most of the source, and would have to be read for nothing.
    const config = join(root, 'backend/event-catalogue/source.tsconfig.json');
    const project = this.#api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project.`);
    this.checker = project.checker;
    const isOurs = new RegExp(`^${root}/(modules|backend)/(?!(.*/)?(testing|doubles|event-catalogue)/|.*\\.spec\\.ts)`);
    const docs = new Map<string, string>();
    for (const name of project.program.getSourceFileNames().filter((file) => isOurs.test(file))) {
      const source = project.program.getSourceFile(name);
      if (source) this.#read(source, name.slice(root.length + 1), docs);
    }
    for (const [type, event] of this.events) this.events.set(type, { ...event, doc: docs.get(type) ?? '' });
  }

  /** The fields of an event, one list for each shape that its data has. */
  fieldsOf({ data }: SourceEvent): Field[][] {
    const shapes = data.isUnionType() ? (data.getTypes() ?? []) : [data];
    return shapes.map((shape) =>
      this.checker.getPropertiesOfType(shape).map((property) => {
        const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
        const type = this.checker.typeToString(this.typeOf(property)).replace(/ \| undefined$/, '');
        return { name: property.name, isOptional, type };
      }),
    );
  }

  typeOf(property: Parameters<Checker['getDeclaredTypeOfSymbol']>[0]): Type {
    const type = this.checker.getTypeOfSymbol(property);
    if (!type) throw new Error(`${property.name} has no type.`);
    return type;
  }

  close(): void {
    void this.#limit?.terminate();
    this.#api.close();
  }

  #read(source: SourceFile, file: string, docs: Map<string, string>): void {
    const visit = (node: Node): void => {
      if (isTypeAliasDeclaration(node)) {
        const doc = this.checker.getSymbolAtLocation(node.name)?.getDocumentationComment(this.checker) ?? '';
        const type = this.checker.getTypeFromTypeNode(node.type);
        const flags = NodeBuilderFlags.InTypeAlias | NodeBuilderFlags.NoTruncation;
        if (type) this.aliases.set(node.name.text, this.checker.typeToString(type, undefined, flags));
        if (doc !== '') docs.set(node.name.text, doc.replaceAll(/\s+/g, ' ').trim());
      }
      if (isCallExpression(node) && node.expression.getText(source) === 'storedEvents') this.#declared(node, file);
      if (isVariableDeclaration(node)) this.#aggregate(node, source, file);
      node.forEachChild(visit);
    };
    visit(source);
  }

  #declared({ typeArguments }: CallExpression, file: string): void {
    for (const member of this.#membersOf(typeArguments?.[0])) {
      const [type, data] = ['type', 'data'].map((name) => this.checker.getPropertyOfType(member, name));
      if (!type || !data) throw new Error(`${file} declares something that is no event.`);
      const name = this.#nameOf(member);
      this.events.set(name, { type: name, file, doc: '', data: this.typeOf(data) });
    }
  }

  #aggregate(node: Node & Parameters<typeof isVariableDeclaration>[0], source: SourceFile, file: string): void {
    if (!isVariableDeclaration(node) || !node.initializer) return;
    const { type, initializer } = node;
    const variable = node.name.getText(source);
    if (type && isTypeReferenceNode(type) && type.typeName.getText(source) === 'Aggregate') {
      if (!isObjectLiteralExpression(initializer)) return;
      const named = initializer.properties.find(
        (one) => isPropertyAssignment(one) && one.name.getText(source) === 'name',
      );
      const name = named && isPropertyAssignment(named) && isStringLiteral(named.initializer) && named.initializer.text;
      const types = this.#membersOf(type.typeArguments?.[1]).map((member) => this.#nameOf(member));
      if (name) this.aggregates.push({ name, types, file, variable });
    } else if (isCallExpression(initializer) && initializer.expression.getText(source) === 'notesOf') {
      const [named] = initializer.arguments;
      const types = this.#membersOf(initializer.typeArguments?.[0]).map((member) => this.#nameOf(member));
      if (named && isStringLiteral(named)) this.aggregates.push({ name: named.text, types, file, variable: '' });
    }
  }

  #membersOf(node: TypeNode | undefined): readonly Type[] {
    const type = node && this.checker.getTypeFromTypeNode(node);
    if (!type) return [];
    return type.isUnionType() ? (type.getTypes() ?? []) : [type];
  }

  #nameOf(event: Type): string {
    const type = this.checker.getPropertyOfType(event, 'type');
    const literal = type && this.checker.getTypeOfSymbol(type);
    if (!literal?.isStringLiteralType()) throw new Error('An event without a type of its own.');
    return literal.value;
  }
}

/** The process of the compiler: nothing that is said of the API tells. */
function compilerOf(api: API): number | undefined {
  const { client } = api as unknown as { client?: { channel?: { child?: { pid?: number } } } };
  return client?.channel?.child?.pid;
}

/**
 * Has another thread end the compiler. Its answers are waited for by the process as a whole (by synchronous reading): where one never
 * came, no timer of this thread would ever go off, a time limit of a test's neither.
 */
function endedAfter(milliseconds: number, pid: number | undefined): Worker | undefined {
  if (pid === undefined) return undefined;
  const end = `
    const { workerData: { milliseconds, pid } } = require('node:worker_threads');
    setTimeout(() => process.kill(pid, 'SIGKILL'), milliseconds);`;
  const thread = new Worker(end, { eval: true, workerData: { milliseconds, pid } });
  thread.unref();
  thread.on('error', () => {}); // It has ended by itself meanwhile.
  return thread;
}
