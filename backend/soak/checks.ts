import { join } from 'node:path';
import { type BookingDocument, bookings } from '../../modules/booking/read-models/bookings.ts';
import { tools as toolsProjection } from '../../modules/catalog/read-models/tools.ts';
import { everyPage } from '../../modules/kernel/documents/every-page.ts';
import type { ListQuery } from '../../modules/kernel/read-models.ts';
import { moneyOf } from '../../modules/kernel/values/money.ts';
import { ProjectionRunner } from '../feed/projection-runner.ts';
import { everySum } from '../feed/projections/folded-sums.ts';
import { openSqliteReadModels } from '../read-models/sqlite.ts';
import { booksOfProvider, booksOfShop } from './books.ts';
import { digestOf } from './digests.ts';
import type { People } from './soak-people.ts';
import type { SoakShop } from './soak-shop.ts';
import type { SoakTool } from './soak-tools.ts';

/** What was looked at in the end, and what was wrong with it. */
export type Findings = { readonly seen: Record<string, number | string>; readonly wrong: readonly string[] };

/** Money: what the provider has, what the shop's history says and what its screens show are the same. */
export async function checkMoney(shop: SoakShop, folder: string): Promise<Findings> {
  const provider = booksOfProvider(join(folder, 'sandbox.db'));
  const history = await booksOfShop(shop.store);
  let paid = 0;
  let refunded = 0;
  let unpaid = 0;
  for await (const { document } of everyBooking(shop)) {
    if (!document.paid) {
      unpaid += 1;
      continue;
    }
    paid += minor(document.price);
    refunded += minor(document.refunded);
  }
  const kept = paid - refunded - history.lost;
  const wrong: string[] = [];
  const same = (what: string, one: number, other: number) => {
    if (one !== other) wrong.push(`${what}: ${one} is not ${other}`);
  };
  same('taken, by the provider and by the history', provider.taken, history.taken);
  same('given back, by the provider and by the history', provider.givenBack, history.givenBack);
  same('lost in disputes, by the provider and by the history', provider.lost, history.lost);
  same('taken, and kept + given back + lost', provider.taken, kept + provider.givenBack + provider.lost);
  // By now every order has come to its end, and so has whatever is owed.
  same('orders that are neither paid nor gone', unpaid, 0);
  same('times that money came for an order that was gone, or paid', history.unmatched, 0);
  same('refunds that nothing became of', history.unanswered.size, 0);
  if (provider.open > 0) wrong.push(`${provider.open} things are still open at the provider`);
  const { taken, givenBack, lost } = provider;
  const { events, expired } = history;
  return { seen: { taken, kept, 'given back': givenBack, 'lost in disputes': lost, events, expired }, wrong };
}

/** Stock: of every tool as many pieces are free as there were, but for those that orders have and that did not come back. */
export async function checkStock(shop: SoakShop, tools: readonly SoakTool[]): Promise<Findings> {
  const out = new Map<string, number>();
  for await (const { document } of everyBooking(shop)) {
    out.set(document.toolId, (out.get(document.toolId) ?? 0) + document.quantity);
  }
  const { restocked } = await booksOfShop(shop.store);
  const wrong: string[] = [];
  for (const { toolId, initially } of tools) {
    const { document: text } = await shop.readModels.get(toolsProjection.storedAs, toolId);
    const { Available } = toolsProjection.documentOf(text ?? '{}');
    const expected = initially - (out.get(toolId) ?? 0) + (restocked.get(toolId) ?? 0);
    if (Available !== expected) wrong.push(`Of ${toolId} ${Available} pieces are free, not ${expected}`);
  }
  const sold = [...out.values()].reduce((sum, pieces) => sum + pieces, 0);
  return { seen: { 'pieces out': sold, 'pieces back': [...restocked.values()].reduce((sum, n) => sum + n, 0) }, wrong };
}

/**
 * Memory: what is in use in the end is what was in use in the second quarter, but for a little. By then every cache has been
 * filled, and as much is planned for later as ever will be.
 */
export function checkMemory(heap: readonly number[]): Findings {
  const quarter = Math.ceil(heap.length / 4);
  const early = Math.max(...heap.slice(quarter, 2 * quarter));
  const late = Math.max(...heap.slice(-quarter));
  const seen = { 'heap in the second quarter, MB': Math.round(early), 'heap in the last, MB': Math.round(late) };
  const isFlat = late <= early * 1.25 + 16;
  return { seen, wrong: isFlat ? [] : [`the heap grew from ${Math.round(early)} to ${Math.round(late)} MB`] };
}

/** Read models: those that were kept while the shop was open are those that its history makes, in both versions. */
export async function checkReadModels(shop: SoakShop, folder: string): Promise<Findings> {
  const rebuilt = openSqliteReadModels({ file: join(folder, 'rebuilt.db') });
  const wrong: string[] = [];
  let documents = 0;
  try {
    const runner = new ProjectionRunner(shop.projections, rebuilt, shop.store);
    await runner.catchUp(await runner.open());
    for (const projection of shop.projections) {
      const [kept, made] = [await digestOf(shop.readModels, projection), await digestOf(rebuilt, projection)];
      documents += kept.documents;
      if (kept.sha256 !== made.sha256) wrong.push(`${projection.storedAs} is not what the history makes of it`);
    }
  } finally {
    await rebuilt.close();
  }
  return { seen: { documents, 'read models': shop.projections.length }, wrong };
}

/** What people of a soak are called, in any text; see signUpPeople. */
const calledSo = /Buyer \d+|buyer\d+@soak\.example/g;

/** People: no document of any read model shows whoever was forgotten, neither their email nor their name. */
export async function checkForgotten(shop: SoakShop, { forgotten }: People): Promise<Findings> {
  const wrong: string[] = [];
  let others = 0;
  for (const { storedAs, every, sums } of shop.projections) {
    const list = (query: ListQuery) => shop.readModels.list(storedAs, query);
    let shown = 0;
    for (const all of [every, ...(sums ? [everySum] : [])]) {
      for await (const page of everyPage(list, { ...all, order: 'ascending' })) {
        for (const text of page) {
          const called = text.match(calledSo) ?? [];
          if (called.some((word) => forgotten.has(word))) shown += 1;
          else others += called.length;
        }
      }
    }
    if (shown > 0) wrong.push(`${shown} documents of ${storedAs} show people who were forgotten`);
  }
  if (others === 0) wrong.push('nobody is shown at all, so that nothing is known of those who were forgotten');
  return { seen: {}, wrong };
}

async function* everyBooking({ readModels }: SoakShop): AsyncGenerator<{ document: BookingDocument }> {
  const list = (query: ListQuery) => readModels.list(bookings.storedAs, query);
  for await (const page of everyPage(list, { index: 'all', key: '', order: 'ascending' })) {
    for (const text of page) yield { document: bookings.documentOf(text) };
  }
}

const minor = (price: number) => moneyOf(price, 'usd').amount;
