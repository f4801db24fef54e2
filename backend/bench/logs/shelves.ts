import { type ApiClient, addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { type ChildServer, startChild } from '../child-server.ts';

/** How many tools there are on the shelves of a shop that is measured. */
const toolsOnShelves = 5_000;
const price = 19.99;
const together = 64;
/** For how long a token is used, in milliseconds: it is good for 15 minutes, and what is asked with it may take some. */
const tokenIsGood = 5 * 60_000;

/** A shop in a process of its own, with its shelves full. */
export type FullShop = ChildServer & {
  readonly admin: ApiClient;
  readonly toolIds: readonly string[];
  /** The header of somebody who is signed in: anew, before what was given runs out. */
  readonly authorization: () => Promise<{ readonly authorization: string }>;
  /** An order of some tool, another each time; or always of the one. */
  readonly order: (toolId?: string) => () => unknown;
};

/** Opens a shop on the stores of its settings and fills its shelves, through the same calls as everybody's. */
export async function openFullShop(
  settings: Readonly<Record<string, string>>,
  { tools = toolsOnShelves } = {},
): Promise<FullShop> {
  const shop = await startChild('shop-server.ts', [], { SEED: 'demo', PORT: '0', ...settings }, ['--expose-gc']);
  const asAdmin = () => signIn(shop.origin, 'admin@inventory.dev', 'inventory');
  const admin = await asAdmin();
  let [signedIn, at] = [admin, performance.now()];
  const toolIds: string[] = [];
  while (toolIds.length < tools) {
    const names = Array.from({ length: together }, (_, n) => nameOf(toolIds.length + n));
    toolIds.push(...(await Promise.all(names.map((name) => addTool(admin, { name, Available: 1_000_000_000 })))));
  }
  let next = 0;
  // A stride without a common divisor visits all of them before it comes back.
  const another = () => {
    next += 2_003;
    return toolIds[next % toolIds.length] ?? '';
  };
  return {
    ...shop,
    admin,
    toolIds,
    async authorization() {
      if (performance.now() - at > tokenIsGood) [signedIn, at] = [await asAdmin(), performance.now()];
      return { authorization: `Bearer ${signedIn.token}` };
    },
    order: (toolId) => () => orderOf(admin, toolId ?? another(), price),
  };
}

/** The word that only one of a thousand tools has in its name. */
export const rareWord = 'cinnabar';

function nameOf(n: number): string {
  return n % 1_000 === 0 ? `Test Hammer ${rareWord} ${n}` : `Test Hammer ${n}`;
}
