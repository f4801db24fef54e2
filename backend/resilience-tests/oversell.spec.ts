import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../modules/booking/contract.ts';
import type { Tool } from '../../modules/catalog/contract.ts';
import { type ApiClient, addTool, orderOf } from '../testing/api-client.ts';
import { asOften } from '../testing/as-often.ts';
import { type SeveralProcesses, severalProcesses } from './several-processes.ts';

const stock = 10;
const price = 19.99;
const runs = asOften(2, 20);

let shop: SeveralProcesses;
let buyers: ApiClient[];

beforeAll(async () => {
  shop = await severalProcesses();
  buyers = await shop.people(40);
});
afterAll(() => shop?.end());

describe('40 buyers at once for 10 pieces', () => {
  for (let run = 1; run <= runs; run++) {
    it(`get 10 of them, run ${run}`, () => expectTenSold([shop.admin.origin]));
  }
});

describe('40 buyers at once for 10 pieces, at two processes', () => {
  beforeAll(async () => {
    await shop.another();
  });

  for (let run = 1; run <= runs; run++) {
    it(`get 10 of them, run ${run}`, () => expectTenSold(shop.origins));
  }
});

async function expectTenSold(origins: readonly string[]): Promise<void> {
  const toolId = await addTool(shop.admin, { Available: stock, PerPrice: price });
  const left: number[] = [];
  const answers = await Promise.all(
    buyers.map(async (buyer, n) => {
      const here = buyer.at(origins[n % origins.length] ?? buyer.origin);
      const answer = await here.post<{ detail?: string }>('/booking', orderOf(here, toolId, price));
      left.push((await here.get<Tool>(`/tool/${toolId}`)).body.Available);
      return answer;
    }),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(stock);
  const refusals = answers.filter(({ status }) => status === 409).map(({ body }) => body.detail);
  expect(refusals).toEqual(Array.from({ length: buyers.length - stock }, () => 'Only 0 left'));
  expect(Math.min(...left)).toBe(0);
  for (const origin of origins) {
    const admin = shop.admin.at(origin);
    expect((await admin.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(0);
    const { body } = await admin.get<Booking[]>('/booking');
    expect(body.filter((booking) => booking.toolId === toolId)).toHaveLength(stock);
  }
}
