import type { Holdings } from '../kernel/holdings.ts';

/** Whom an export is of. */
export type Whose = { readonly uid: string; readonly email: string; readonly name: string };

/** Everything that the shop holds of somebody, by what holds it, as a JSON text for people to read. */
export async function dataOf(
  { holdings, now }: { readonly holdings: readonly Holdings[]; readonly now: () => Date },
  { uid, email, name }: Whose,
): Promise<string> {
  const held = await Promise.all(holdings.map(async ({ name: of, of: held }) => [of, await held(uid)] as const));
  const body = { at: now().toISOString(), account: { uid, email, name }, ...Object.fromEntries(held) };
  return `${JSON.stringify(body, null, 2)}\n`;
}
