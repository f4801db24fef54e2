import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import '../../testing/browser.ts';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { fakeShop, hammer } from '../../testing/fake-shop.ts';
import { catalogNotices } from './live.ts';
import { toolsQuery } from './shelves/tools-query.ts';
import { toolQuery } from './tool-query.ts';

const saw: Tool = { ...hammer, _id: 't2', name: 'Saw' };
const wanted = { search: '', sort: '', after: '', filters: '' };

/** A shop whose tools have as many pieces as there were events: what is shown tells how new it is. */
const toolsAt = (position: number) => [hammer, saw].map((tool) => ({ ...tool, Available: position }));

type Step = { what: 'list' | 'tool' | 'notice'; read: number; id: 't1' | 't2' };

const step = fc.record<Step>({
  what: fc.constantFrom('list', 'tool', 'notice'),
  read: fc.integer({ min: 1, max: 12 }),
  id: fc.constantFrom('t1', 't2'),
});

describe('the stock that is shown', () => {
  it('ends at the newest, and never goes back, however answers and notices overtake one another', async () => {
    let reads = 0;
    const answer = (body: Tool | Tool[] | undefined) =>
      HttpResponse.json(body, { headers: { 'Event-Position': String(reads) } });
    fakeShop.use(
      http.get('*/tool', () => answer(toolsAt(reads))),
      http.get('*/tool/:id', ({ params }) => answer(toolsAt(reads).find(({ _id }) => _id === params.id))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const client = new QueryClient();
        const shownOf = (id: string) => {
          const list = client.getQueryData(toolsQuery(wanted).queryKey)?.entries.find(({ _id }) => _id === id);
          const one = client.getQueryData(toolQuery(id).queryKey);
          return [list, one].map((tool) => tool?.Available);
        };
        const newest = { t1: 0, t2: 0 };
        const was = { t1: [0, 0], t2: [0, 0] };
        for (const { what, read, id } of steps) {
          reads = read;
          if (what === 'list') await client.fetchQuery({ ...toolsQuery(wanted), staleTime: 0 });
          else if (what === 'tool') await client.fetchQuery({ ...toolQuery(id), staleTime: 0 });
          else catalogNotices['tool.changed']({ toolId: id, Available: read, position: String(read) }, client);
          for (const one of ['t1', 't2'] as const) {
            if (what === 'list' || one === id) newest[one] = Math.max(newest[one], read);
            const shown = shownOf(one);
            shown.forEach((stock, place) => {
              if (stock === undefined) return;
              expect(stock).toBe(newest[one]);
              expect(stock).toBeGreaterThanOrEqual(was[one][place] ?? 0);
              was[one][place] = stock;
            });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is asked for anew where details or price are others, or it is retired, and only there', () => {
    const changes = [
      { version: 1, retired: false },
      { version: 0, retired: true },
    ];
    for (const changed of changes) {
      const client = new QueryClient();
      client.setQueryData(toolQuery('t1').queryKey, hammer);
      client.setQueryData(toolQuery('t2').queryKey, saw);
      client.setQueryData(toolsQuery(wanted).queryKey, { entries: [hammer, saw], next: undefined });
      const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;
      const keys = [toolQuery('t1').queryKey, toolsQuery(wanted).queryKey, toolQuery('t2').queryKey];
      const same = { toolId: 't1', Available: 5, version: 0, retired: false, position: '6' };
      catalogNotices['tool.changed'](same, client);
      expect(keys.map(isStale)).toEqual([false, false, false]);
      catalogNotices['tool.changed']({ ...same, ...changed, position: '7' }, client);
      expect(keys.map(isStale)).toEqual([true, true, false]);
    }
  });

  it('is patched, and asked of nobody', () => {
    const client = new QueryClient();
    client.setQueryData(toolQuery('t1').queryKey, hammer);
    catalogNotices['tool.changed']({ toolId: 't1', Available: 1, position: '7' }, client);
    expect(client.getQueryData(toolQuery('t1').queryKey)?.Available).toBe(1);
    expect(client.isFetching()).toBe(0);
    expect(client.getQueryState(toolQuery('t1').queryKey)?.isInvalidated).toBe(false);
  });
});
