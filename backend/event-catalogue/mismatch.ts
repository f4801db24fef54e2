import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';

/**
 * Where a JSON value is not of a type, in words; undefined when it is. Stricter than assigning it: a field that the type
 * does not have is a mismatch too.
 */
export function mismatch(checker: Checker, type: Type, value: unknown, path = 'data'): string | undefined {
  const wrong = `${path} is ${JSON.stringify(value)}, not ${checker.typeToString(type)}`;
  if (type.isUnionType()) {
    const found = (type.getTypes() ?? []).map((member) => mismatch(checker, member, value, path));
    return found.every((one) => one !== undefined) ? (found.length === 1 ? found[0] : wrong) : undefined;
  }
  if (type.isLiteralType()) return type.value === value ? undefined : wrong;
  if (type.isIntrinsicType()) return isIntrinsic(type.flags, value) ? undefined : wrong;
  if (typeof value !== 'object' || value === null) return wrong;
  if (checker.isArrayLikeType(type)) {
    if (!Array.isArray(value) || !type.isTypeReference()) return wrong;
    const [element] = checker.getTypeArguments(type);
    if (!element) return wrong;
    return firstOf(value.map((one, index) => mismatch(checker, element, one, `${path}[${index}]`)));
  }
  const properties = checker.getPropertiesOfType(type);
  const known = new Set(properties.map(({ name }) => name));
  const unknown = Object.keys(value).find((name) => !known.has(name));
  if (unknown !== undefined) return `${path}.${unknown} is not declared`;
  const fields = value as { readonly [name: string]: unknown };
  return firstOf(
    properties.map((property) => {
      const isMissing = fields[property.name] === undefined;
      if (isMissing) return property.flags & SymbolFlags.Optional ? undefined : `${path}.${property.name} is missing`;
      const declared = checker.getTypeOfSymbol(property);
      return declared && mismatch(checker, declared, fields[property.name], `${path}.${property.name}`);
    }),
  );
}

const firstOf = (found: readonly (string | undefined)[]) => found.find((one) => one !== undefined);

function isIntrinsic(flags: number, value: unknown): boolean {
  if (flags & TypeFlags.String) return typeof value === 'string';
  if (flags & TypeFlags.Number) return typeof value === 'number';
  if (flags & TypeFlags.Boolean) return typeof value === 'boolean';
  if (flags & TypeFlags.Null) return value === null;
  if (flags & TypeFlags.Unknown) return true;
  return false;
}
