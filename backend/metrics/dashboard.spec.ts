import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoAdmin, demoPassword } from '../start/demo/seed.ts';
import { addTool, orderOf, signIn } from '../testing/api-client.ts';
import { startShop } from '../testing/running-shop.ts';
import { namesIn, samplesIn } from '../testing/shops/metrics.ts';

const file = join(import.meta.dirname, '../../deploy/grafana-dashboard.json');
const target = z.looseObject({ expr: z.string() });
const panel = z.looseObject({ id: z.number(), title: z.string(), targets: z.array(target).optional() });
const { panels } = z.looseObject({ panels: z.array(panel) }).parse(JSON.parse(readFileSync(file, 'utf8')));
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

/** What Prometheus adds to every sample, and to the buckets of histograms. */
const added = ['instance', 'job', 'le'];
/** Names of metrics in a query, and the labels that it asks for. */
const metricsIn = (query: string): readonly string[] => query.match(/\b(inventory|http|process|nodejs)_\w+/g) ?? [];
const labelsIn = (query: string) =>
  [...query.matchAll(/\bby \(([^)]*)\)|(\w+)=~?"/g)].flatMap(([, by, label]) => label ?? by?.split(', ') ?? []);

let text: string;
beforeAll(async () => {
  const shop = await startShop({ SEED: 'demo' });
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  await admin.post('/booking', orderOf(admin, await addTool(admin, { PerPrice: 19.99 }), 19.99));
  text = (await admin.get<string>('/metrics')).text;
  await shop.end();
});

describe('the dashboard for Grafana', () => {
  it('names only metrics that there are, with labels that they have', () => {
    expect(queries.length).toBeGreaterThan(20);
    const [names, samples] = [namesIn(text), samplesIn(text)];
    for (const { title, expr } of queries) {
      const asked = metricsIn(expr);
      expect(asked.length, title).toBeGreaterThan(0);
      for (const name of asked) expect(names, `${title}: ${name}`).toContain(name.replace(/_(bucket|sum|count)$/, ''));
      const has = new Set(
        samples.filter(({ name }) => asked.includes(name)).flatMap(({ labels }) => Object.keys(labels)),
      );
      // Of money there is none yet.
      if (has.size === 0 && /money|revenue/.test(expr)) continue;
      for (const label of labelsIn(expr)) expect([...has, ...added], `${title}: ${label}`).toContain(label);
    }
  });

  it('shows each metric of the shop’s own', () => {
    const shown = new Set(
      queries.flatMap(({ expr }) => metricsIn(expr)).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    );
    const own = [...namesIn(text)].filter((name) => /^(inventory|http)_/.test(name));
    expect(own.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('has panels that can be told apart', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });
});
