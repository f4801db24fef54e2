import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Problem } from '../../../modules/kernel/wire/wire.ts';
import { addTool, newTool, orderOf } from '../../testing/api-client.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const toolsFor = async (query: string) => (await shop.nobody.get<Tool[]>(`/tool?${query}`)).body;

describe('POST /tool', () => {
  it('adds a tool that GET shows field for field', async () => {
    const details = newTool({ name: 'Torque Wrench', img: 'https://example.com/wrench.png', PerPrice: 0.29 });
    const reply = await shop.admin.post<{ insertedId: string }>('/tool', { ...details, _id: 'mine' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ acknowledged: true, insertedId: expect.any(String) });
    expectPosition(reply);
    const { body } = await shop.nobody.get(`/tool/${reply.body.insertedId}`);
    expect(body).toEqual({ _id: reply.body.insertedId, ...details, version: 0, retired: false, sold: 0 });
  });

  it('takes Available as 0 when it is left out', async () => {
    const { Available: _, ...details } = newTool();
    const { body } = await shop.admin.post<{ insertedId: string }>('/tool', details);
    expect((await shop.nobody.get<Tool>(`/tool/${body.insertedId}`)).body.Available).toBe(0);
  });

  it.each([
    ['name', ''],
    ['name', '  '],
    ['name', 'x'.repeat(201)],
    ['Description', ''],
    ['Description', 'a\u0000b'],
    ['img', ''],
    ['img', 'hammer.png'],
    ['img', 'javascript:alert(1)'],
    ['img', 'data:image/png;base64,AAAA'],
    ['img', '//example.com/hammer.png'],
    ['img', '/\\example.com/hammer.png'],
    ['img', '/\t/example.com/hammer.png'],
    ['img', 'http://example.com/hammer.png'],
    ['img', 'https://'],
    ['MinimumOrder', -1],
    ['MinimumOrder', 1.5],
    ['MinimumOrder', '1'],
    ['Available', -1],
    ['Available', 0.5],
    ['Available', 2e9],
    ['BuyGear', -1],
    ['BuyGear', 1.5],
    ['PerPrice', -0.01],
    ['PerPrice', 0.001],
    ['PerPrice', '19.99'],
    ['PerPrice', 1e300],
    ['TotalPrice', -1],
    ['TotalPrice', 1.999],
    ['TotalPrice', null],
    ['PerPrice', null],
    ['PerPrice', ''],
    ['MinimumOrder', 1e30],
    ['BuyGear', null],
    ['Ratings', -1],
    ['Ratings', 5.1],
    ['Ratings', 99],
    ['Ratings', 'good'],
  ])('refuses %s as %j', async (field, value) =>
    expectInvalid(await shop.admin.post('/tool', { ...newTool(), [field]: value }), field),
  );

  it.each([
    [undefined, 'Say a price; 0 means that it costs nothing'],
    ['', 'Say a price; 0 means that it costs nothing'],
    [-1, 'A price cannot be negative'],
    [0.001, 'A price in USD has at most 2 decimal places.'],
    [1e10, 'A price is at most 1,000,000,000'],
  ])('says in words what is wrong with a price of %j', async (PerPrice, message) => {
    const reply = await shop.admin.post<Problem>('/tool', { ...newTool(), PerPrice });
    expect(reply.body.errors).toEqual([{ path: 'PerPrice', message }]);
  });

  it('takes a price of 0 that was said', async () => {
    const _id = await addTool(shop.admin, { PerPrice: 0, TotalPrice: 0, Ratings: 0 });
    expect((await shop.nobody.get(`/tool/${_id}`)).body).toMatchObject({ PerPrice: 0, TotalPrice: 0, Ratings: 0 });
  });

  it('refuses numbers that are not finite', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const number of ['1e999', '-1e999']) {
      const raw = JSON.stringify(newTool()).replace('19.99', number);
      expectInvalid(await shop.admin.post('/tool', undefined, { raw, headers }), 'PerPrice');
    }
  });

  it('names every field that is missing', async () => {
    const fields = ['name', 'img', 'Description', 'MinimumOrder', 'PerPrice', 'TotalPrice', 'Ratings', 'BuyGear'];
    expectInvalid(await shop.admin.post('/tool', {}), ...fields);
  });
});

describe('GET /tool/{id}', () => {
  it('is not sent again as long as it is the same', async () => {
    const path = `/tool/${await addTool(shop.admin)}`;
    const first = await shop.nobody.get<Tool>(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    // By itself a fetch with If-None-Match says no-cache too, which is for caches.
    const conditional = (known: string) => ({ headers: { 'if-none-match': known } });
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await shop.nobody.get(path, conditional(known));
      expect(reply).toMatchObject({ status: 304, text: '' });
      expect(reply.headers.get('etag')).toBe(etag);
    }
    expect((await shop.nobody.get(path, conditional('"other"'))).body).toEqual(first.body);
    await shop.shopper.post('/booking', orderOf(shop.shopper, first.body._id, 19.99));
    const changed = await shop.nobody.get<Tool>(path, conditional(etag));
    expect(changed).toMatchObject({ status: 200, body: { Available: first.body.Available - 1 } });
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it.each(strangeIds)('finds nothing at %j', async (id) =>
    expectProblem(await shop.nobody.get(`/tool/${encodeURIComponent(id)}`), 404, 'There is no such tool.'),
  );
});

describe('GET /tool', () => {
  it('shows every tool by name, when nothing else is asked for', async () => {
    const all = await toolsFor('');
    expect(all.length).toBeGreaterThanOrEqual(12);
    expect(all.map(({ name }) => name)).toEqual(byText(all.map(({ name }) => name)));
    expect((await shop.nobody.get('/tool')).headers.get('link')).toBeNull();
  });

  it('sorts by name, in either direction and without regard to case', async () => {
    await Promise.all(
      ['aardvark clamp', 'Aardvark Bit', 'zip tie', 'Zinc Screw'].map((name) => addTool(shop.admin, { name })),
    );
    const names = (await toolsFor('sort=name')).map(({ name }) => name);
    expect(names).toEqual(byText(names));
    expect((await toolsFor('sort=-name')).map(({ name }) => name)).toEqual([...names].reverse());
  });

  it.each(['PerPrice', 'Ratings', 'Available'] as const)('sorts by %s, in either direction', async (field) => {
    await addTool(shop.admin, { PerPrice: 0.05, Ratings: 0.5, Available: 0 });
    await addTool(shop.admin, { PerPrice: 1_000.5, Ratings: 5, Available: 1_000 });
    const values = (await toolsFor(`sort=${field}`)).map((tool) => tool[field]);
    expect(values).toEqual([...values].sort((one, other) => one - other));
    expect((await toolsFor(`sort=-${field}`)).map((tool) => tool[field])).toEqual([...values].reverse());
  });

  it('finds tools of which name or description have every word, whatever stands between words', async () => {
    const _id = await addTool(shop.admin, { name: 'Quick Gizmo 50%', Description: 'Clicks _softly_; "ключ".' });
    const searches = [
      'gizmo',
      'QUICK gizmo',
      'softly quick',
      '50% gizmo',
      '_softly_',
      'КЛЮЧ',
      '"ключ"',
      ' gizmo ',
      '%gizmo',
    ];
    for (const search of [...searches, 'quick gizmo, 50', 'softly: click']) {
      expect(await toolsFor(`search=${encodeURIComponent(search)}`), search).toMatchObject([{ _id }]);
    }
    for (const search of ['gizmo hammer', 'gizmo zzz', "' OR gizmo = gizmo; --", '.*', '%', 'gi_mo']) {
      expect(await toolsFor(`search=${encodeURIComponent(search)}`), search).toEqual([]);
    }
    expect(await toolsFor('search=')).toEqual(await toolsFor(''));
  });

  it('finds words by their beginning, by what is inside of them, and misspelt, the best first', async () => {
    const namesFor = async (search: string) => (await toolsFor(`search=${search}`)).map(({ name }) => name);
    const names = ['Grommet', 'Grommeted Sheet', 'Minigrommet', 'Punch'];
    for (const name of names) {
      await addTool(shop.admin, { name, Description: name === 'Punch' ? 'Sets each grommet.' : 'A part.' });
    }
    expect(await namesFor('grommet')).toEqual(names);
    expect(await namesFor('gromm')).toEqual(['Grommet', 'Grommeted Sheet', 'Minigrommet', 'Punch']);
    expect(await namesFor('grommte')).toEqual(['Grommet', 'Grommeted Sheet', 'Punch']);
    expect(await namesFor('minigromet')).toEqual(['Minigrommet']);
    expect(await namesFor('grommet&sort=-name')).toEqual(['Punch', 'Minigrommet', 'Grommeted Sheet', 'Grommet']);
  });

  it('finds a tool as soon as it was added, and as many of it as there are', async () => {
    for (let n = 0; n < 10; n++) {
      const _id = await addTool(shop.admin, { name: `Fresh Widget${n}`, Available: 3 });
      expect(await toolsFor(`search=widget${n}`)).toMatchObject([{ _id, Available: 3 }]);
      await shop.shopper.post('/booking', orderOf(shop.shopper, _id, 19.99));
      expect(await toolsFor(`search=widget${n}`)).toMatchObject([{ _id, Available: 2 }]);
    }
  });

  it.each(['', 'sort=-PerPrice', 'search=e', 'search=e&sort=Available', 'search=set&sort=-Ratings'])(
    'comes in pages, with ?%s',
    async (query) => {
      const all = await toolsFor(query);
      for (const limit of [1, 3, all.length, 200]) {
        const pages = await pagesOf<Tool>(shop.nobody, `/tool?${query}&limit=${limit}`);
        expect(pages.flat()).toEqual(all);
        expect(pages).toHaveLength(Math.ceil(all.length / limit));
      }
    },
  );

  it.each([
    ['sort=price', 'sort'],
    ['sort=_id', 'sort'],
    ['sort=--name', 'sort'],
    ['sort=', 'sort'],
    ['sort=name&sort=name', 'sort'],
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1001', 'limit'],
    ['after=x', 'after'],
    ['search=e&after=x', 'after'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['search=a&search=b', 'search'],
  ])('refuses ?%s', async (query, path) => expectInvalid(await shop.nobody.get(`/tool?${query}`), path));

  it('refuses a cursor of another order', async () => {
    const { headers } = await shop.nobody.get('/tool?limit=1');
    const after = /after=([^>&]+)/.exec(headers.get('link') ?? '')?.[1];
    expectInvalid(await shop.nobody.get(`/tool?sort=PerPrice&limit=1&after=${after}`), 'after');
  });

  it('passes over what nobody asks for', async () => {
    expect(await toolsFor('utm_source=x&__proto__=y&limit=2')).toHaveLength(2);
  });
});

const byText = (names: readonly string[]) =>
  [...names].sort((one, other) => Buffer.compare(Buffer.from(one.toLowerCase()), Buffer.from(other.toLowerCase())));
