import { setImmediate as nextRound } from 'node:timers/promises';
import type { Holdings } from '../kernel/holdings.ts';

/** Whom an export is of. */
export type Whose = { readonly uid: string; readonly email: string; readonly name: string };

/** How much of a long list is written at once: between these, others are answered. Nobody says how many orders somebody may have. */
const atOnce = 100;

/** Everything that the shop holds of somebody, by what holds it, as a JSON text for people to read. */
export async function dataOf(
  { holdings, now }: { readonly holdings: readonly Holdings[]; readonly now: () => Date },
  { uid, email, name }: Whose,
): Promise<string> {
  const held = await Promise.all(holdings.map(async ({ name: of, of: held }) => [of, await held(uid)] as const));
  const body = { at: now().toISOString(), account: { uid, email, name }, ...Object.fromEntries(held) };
  const members: string[] = [];
  for (const [of, value] of Object.entries(body)) {
    const text = await written(value);
    if (text !== undefined) members.push(`  ${JSON.stringify(of)}: ${text}`);
  }
  return `{\n${members.join(',\n')}\n}\n`;
}

/** What stands under a name, as JSON.stringify writes it with two spaces; undefined for what it leaves out. */
async function written(value: unknown): Promise<string | undefined> {
  const isLong = Array.isArray(value) && value.length > atOnce;
  if (!isLong) return (JSON.stringify(value, null, 2) as string | undefined)?.replaceAll('\n', '\n  ');
  const pieces: string[] = [];
  for (let done = 0; done < value.length; done += atOnce) {
    const list = JSON.stringify(value.slice(done, done + atOnce), null, 2);
    pieces.push(list.slice('[\n'.length, -'\n]'.length).replaceAll('\n', '\n  '));
    await nextRound();
  }
  return `[\n  ${pieces.join(',\n  ')}\n  ]`;
}
