import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../testing/api-client.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

type Parameter = { readonly name: string; readonly in: string; readonly schema: object };
type Get = {
  readonly parameters: readonly Parameter[];
  readonly responses: {
    readonly 200?: { readonly content?: { readonly [type: string]: { schema: { type?: string; maxItems?: number } } } };
  };
};

/** Their answers are what a chart draws, so many days or tools as it has room for, and are not gone through by pages. */
const drawn = { '/orders/days': 'days=366', '/orders/tools': 'limit=100' };

/** Whether an answer is an array that may be long: one that says how few it has at most is not gone through by pages. */
const goesOn = (schema: { type?: string; maxItems?: number } | undefined) =>
  schema?.type === 'array' && (schema.maxItems === undefined || schema.maxItems > 10);

/** Every call whose answer is an array that goes on, by what the modules declare of it. */
async function lists(): Promise<{ readonly path: string; readonly query: readonly Parameter[] }[]> {
  const { body } = await new ApiClient(shop.origin).get<{ paths: { [path: string]: { get?: Get } } }>('/openapi.json');
  return Object.entries(body.paths).flatMap(([path, { get }]) =>
    goesOn(get?.responses[200]?.content?.['application/json']?.schema) && !(path in drawn)
      ? [{ path, query: (get?.parameters ?? []).filter((parameter) => parameter.in === 'query') }]
      : [],
  );
}

describe('every list', () => {
  it('has a page of 1,000 when nobody says, and never a longer one', async () => {
    const found = await lists();
    expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining(['/tool', '/reviews', '/booking', '/user']));
    for (const { path, query } of found) {
      const schemas = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
      expect(schemas.limit, path).toMatchObject({ minimum: 1, maximum: 1_000, default: 1_000 });
      expect(schemas.after, path).toMatchObject({ type: 'string' });
      expect((await shop.admin.get(`${path}?limit=1001`)).status, path).toBe(400);
    }
  });

  it('has a bound of its own where it is what a chart draws', async () => {
    for (const [path, most] of Object.entries(drawn)) {
      expect((await shop.admin.get(`${path}?${most}`)).status, path).toBe(200);
      expect((await shop.admin.get(`${path}?${most}1`)).status, path).toBe(400);
    }
  });

  it('says where it goes on', async () => {
    for (const { path } of await lists()) {
      const whole = await shop.admin.get<{ _id: string }[]>(path);
      const { body, headers } = await shop.admin.get<{ _id: string }[]>(`${path}?limit=1`);
      expect(body, path).toEqual(whole.body.slice(0, 1));
      if (whole.body.length < 2) continue;
      const [, next] = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
      expect((await shop.admin.get(next ?? path)).body, path).toEqual(whole.body.slice(1, 2));
    }
  });
});
