export type Fields = { [name: string]: string | { [name: string]: string } };

/** Reads Stripe's form encoding, one level deep: `metadata[paymentId]=…`, `created[gte]=…`, `expand[]=…`. */
export function fieldsOf(form: string): Fields {
  const fields = new Map<string, Fields[string]>();
  for (const [name, value] of new URLSearchParams(form)) {
    const [, outer, inner] = /^(\w+)\[(\w*)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) {
      fields.set(name, value);
      continue;
    }
    const before: { [name: string]: string } = Object(fields.get(outer));
    fields.set(outer, { ...before, [inner || Object.keys(before).length]: value });
  }
  return Object.fromEntries(fields);
}
