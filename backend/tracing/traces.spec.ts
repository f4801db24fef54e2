import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { demoAdmin, demoPassword } from '../start/demo/seed.ts';
import { addTool, orderOf, signIn, signUp } from '../testing/api-client.ts';
import { live } from '../testing/clients/live-client.ts';
import { ownTime } from '../testing/measuring/own-time.ts';
import { freePorts } from '../testing/redis/free-ports.ts';
import { startShop } from '../testing/running-shop.ts';
import { startTraceCollector } from '../testing/shops/trace-collector.ts';
import { correlationOf } from './trace-ids.ts';

const price = 19.99;
const click = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });
/** As the shop's own pages say it: pressed two seconds before it is sent. */
const headersOf = ({ traceId, spanId }: ReturnType<typeof click>) => ({
  traceparent: `00-${traceId}-${spanId}-01`,
  tracestate: 'inventory=2000',
});

async function tracedShop(but: Readonly<Record<string, string>> = {}) {
  const collector = await startTraceCollector();
  const settings = { SEED: 'demo', OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...but };
  const shop = await startShop(settings, { passwords: quickPasswords });
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= shop.end();
    return ending;
  };
  onTestFinished(end);
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const toolId = await addTool(admin, { PerPrice: price });
  return { shop, end, collector, admin, toolId };
}

describe('a trace', () => {
  it('leads from the click over the call, commands and events to projections and the browsers that are told', async () => {
    const { shop, collector, toolId } = await tracedShop();
    const buyer = await signUp(shop.origin);
    const settings = { DATA_DIR: shop.dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
    const other = await startShop(settings);
    onTestFinished(() => other.close());
    // At another node than the one that takes the order.
    const browser = await live(other.origin, buyer.token);
    const begun = click();
    const { body } = await buyer.post<{ insertedId: string }>('/booking', orderOf(buyer, toolId, price), {
      headers: headersOf(begun),
    });
    await browser.next('booking.placed', { bookingId: body.insertedId });
    const named = (name: string) => collector.of(begun.traceId).find((span) => span.name === name);
    const wayTo = (name: string): string[] => {
      const names: string[] = [];
      for (let span = named(name); span; ) {
        names.unshift(span.name);
        const above = span.parentSpanId;
        span = collector.of(begun.traceId).find(({ spanId }) => spanId === above);
      }
      return names;
    };
    const booked = ['click', 'POST /booking', 'BookTool', 'append ToolBooked'];
    await expect.poll(() => wayTo('project bookings')).toEqual([...booked, 'project bookings']);
    const shownAt = () => collector.of(begun.traceId).filter(({ name }) => name === 'project bookings').length;
    await expect.poll(shownAt).toBe(2);
    await expect.poll(() => wayTo('tell booking.placed')).toEqual([...booked, 'tell booking.placed']);
    expect(wayTo('append StockReserved')).toEqual(['click', 'POST /booking', 'ReserveStock', 'append StockReserved']);

    // From the press on, and until it was answered.
    const [pressed, called] = [named('click'), named('POST /booking')];
    expect(pressed?.parentSpanId ?? '').toBe('');
    const before = Number(called?.startTimeUnixNano) - Number(pressed?.startTimeUnixNano);
    expect(before / 1e6).toBeGreaterThan(1_900);
    expect(before / 1e6).toBeLessThan(2_500);
    expect((Number(pressed?.endTimeUnixNano) - Number(called?.endTimeUnixNano)) / 1e6).toBeGreaterThan(-5);

    // What the shop does because of it, later, is in it too.
    await buyer.delete(`/booking/${body.insertedId}`, { headers: { ...headersOf(begun), tracestate: '' } });
    await expect.poll(() => wayTo('append StockReleased')).toContain('append BookingDeleted');
    // Nothing stands alone, and nothing in it is anybody's.
    const all = collector.of(begun.traceId);
    const ids = new Set(all.map(({ spanId }) => spanId));
    expect(all.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId)).map(({ name }) => name)).toEqual(['click']);
    for (const personal of [buyer.email, '1 Test Street', '+1 555 0100', buyer.token ?? '']) {
      expect(JSON.stringify(collector.spans)).not.toContain(personal);
    }
  });

  it('is found again in the events, which say no more than they did', async () => {
    const { shop, toolId } = await tracedShop();
    const buyer = await signUp(shop.origin);
    const begun = click();
    await buyer.post('/booking', orderOf(buyer, toolId, price), { headers: headersOf(begun) });
    const store = openSqliteEventStore({ file: join(shop.dataDir, 'events.db') });
    onTestFinished(() => store.close());
    const { events } = await store.readAll({ after: 0n, limit: 1_000 });
    const own = events.filter(({ meta }) => meta.correlationId === correlationOf(begun.traceId));
    expect(own.map(({ type }) => type)).toEqual(['StockReserved', 'ToolBooked']);
    for (const { meta } of own) {
      expect(Object.keys(meta).sort()).toEqual(
        ['actor', 'command', 'commandId', 'correlationId', 'fingerprint', 'schema', 'time'].sort(),
      );
    }
  });

  it('begins at the shop where the browser says none, or nonsense; none is sent of what is not to be kept', async () => {
    const { shop, collector } = await tracedShop();
    const buyer = await signUp(shop.origin);
    // Somebody else's span is not told of in their place.
    const theirs = click();
    const { traceparent } = headersOf(theirs);
    await buyer.get('/config', { headers: { traceparent, tracestate: 'theirs=2000,inventory=-1' } });
    await expect.poll(() => collector.of(theirs.traceId).map(({ name }) => name)).toEqual(['GET /config']);
    for (const traceparent of ['', '00-zz', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`]) {
      expect((await buyer.get('/config', { headers: { traceparent } })).status).toBe(200);
    }
    const roots = () =>
      collector.spans.filter(({ name, traceId }) => name === 'GET /config' && traceId !== theirs.traceId);
    await expect.poll(() => roots().length).toBe(3);
    for (const { traceId, parentSpanId } of roots()) {
      expect(traceId).toMatch(/^(?!0{32})[\da-f]{32}$/);
      expect(parentSpanId ?? '').toBe('');
    }
    const none = await tracedShop({ OTEL_TRACES_SAMPLER_ARG: '0' });
    await none.end();
    expect(none.collector.spans).toEqual([]);
  });

  it('that nobody collects keeps nobody waiting', async () => {
    const [nobodys] = await freePorts(1);
    const { shop, end, toolId } = await tracedShop({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${nobodys}` });
    const buyer = await signUp(shop.origin);
    expect((await buyer.post('/booking', orderOf(buyer, toolId, price))).status).toBe(201);
    const took = ownTime();
    await end();
    expect(took()).toBeLessThan(5_000);
  });
});

it('neither tracing nor the library of metrics is loaded by a shop that nobody watches', async () => {
  const shop = join(import.meta.dirname, '../start/shop.ts');
  const look = `
    import { createRequire } from 'node:module';
    await import(${JSON.stringify(shop)});
    console.log(Object.keys(createRequire(${JSON.stringify(shop)}).cache).join('\\n'));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', look], {
    maxBuffer: 2 ** 24,
  });
  expect(stdout).toContain('node_modules/express');
  expect(stdout).not.toMatch(/node_modules\/(@opentelemetry|prom-client)\//);
});
