import { beforeAll, describe, expect, it } from 'vitest';
import { order } from '../../api-tests/every-call/arranged.ts';
import { shopUnderTest } from '../../api-tests/shop-under-test.ts';
import { ApiClient, addTool, newTool, orderOf } from '../api-client.ts';
import { namesIn, specified } from './specification.ts';

const shop = shopUnderTest();

type Document = Readonly<Record<string, unknown>>;

const fields = specified('Fields', 'entity', 'field', 'kind');
const calls = specified('Calls', 'call', 'token', 'payload', 'answer');

/** One of each entity, as the server answers it. */
let entities: Readonly<Record<string, Document | undefined>>;
beforeAll(async () => {
  const { nobody, shopper, admin } = shop;
  const bookingId = await order(shop);
  await shopper.post('/reviews', { review: 'Good hammers', description: 'They hit nails.' });
  const account = { name: 'Test Shopper', email: 'identity@inventory.example', password: 'a long enough secret' };
  const [tools, booking, reviews, users, signedIn] = [
    await nobody.get<Document[]>('/tool'),
    await shopper.get<Document>(`/booking/${bookingId}`),
    await nobody.get<Document[]>('/reviews'),
    await admin.get<Document[]>('/user'),
    await nobody.post<{ user: Document }>('/identity/sign-up', account),
  ];
  entities = {
    Tool: tools.body[0],
    Booking: booking.body,
    Review: reviews.body[0],
    User: users.body.find(({ email }) => email === admin.email),
    'Signed-in identity': signedIn.body.user,
  };
});

const isOfKind: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  "'admin'": (value) => value === 'admin',
};

describe('a field of the specification', () => {
  it.each(fields)('$entity has $field, $kind', ({ entity, field, kind }) => {
    const value = entities[entity]?.[field];
    expect(isOfKind[kind]?.(value), `${entity}.${field} is ${JSON.stringify(value)}`).toBe(true);
  });
});

/** What each call is asked with: exactly the fields that the specification names, by who may. */
const asked: Readonly<Record<string, () => Promise<{ who: ApiClient; path: string; known?: Document }>>> = {
  'GET /admin/{email}': async () => ({ who: shop.shopper, path: `/admin/${shop.shopper.email}` }),
  'GET /booking?personEmail={email}': async () => {
    await order(shop);
    return { who: shop.shopper, path: `/booking?personEmail=${shop.shopper.email}` };
  },
  'POST /booking': async () => {
    const toolId = await addTool(shop.admin);
    return { who: shop.shopper, path: '/booking', known: orderOf(shop.shopper, toolId, newTool().PerPrice) };
  },
  'DELETE /booking?personEmail={email}': async () => ({
    who: shop.shopper,
    path: `/booking?personEmail=${shop.shopper.email}`,
  }),
  'GET /booking/{id}': async () => ({ who: shop.shopper, path: `/booking/${await order(shop)}` }),
  'POST /updateuser': async () => {
    const profile = {
      education: 'Carpentry',
      location: 'Dhaka',
      phone: '+880 1',
      social: 'https://profile.example/me',
    };
    const known = { ...profile, name: 'Test Shopper', email: shop.shopper.email };
    return { who: shop.shopper, path: '/updateuser', known };
  },
  'POST /reviews': async () => ({
    who: shop.shopper,
    path: '/reviews',
    known: { review: 'Good hammers', description: 'They hit nails.' },
  }),
  'GET /reviews': async () => ({ who: shop.nobody, path: '/reviews' }),
  'GET /tool': async () => ({ who: shop.nobody, path: '/tool' }),
  'GET /tool/{id}': async () => ({ who: shop.nobody, path: `/tool/${await addTool(shop.admin)}` }),
  'POST /tool': async () => ({ who: shop.admin, path: '/tool', known: newTool() }),
  'PUT /user/{email}': async () => ({
    who: new ApiClient(shop.origin, { token: shop.shopper.idToken }),
    path: `/user/${shop.shopper.email}`,
    known: { email: shop.shopper.email },
  }),
  'GET /user': async () => ({ who: shop.admin, path: '/user' }),
  'PUT /user/admin/{email}': async () => ({ who: shop.admin, path: `/user/admin/${shop.other.email}` }),
  'POST /create-payment-intent': async () => {
    await order(shop);
    return { who: shop.shopper, path: '/create-payment-intent', known: { price: newTool().PerPrice } };
  },
};

/** Whether the call, as it is declared, names every field of the payload: some are taken from elsewhere when left out. */
async function declaredPayload(call: string): Promise<string[]> {
  const [method = '', path = ''] = call.replace(/\?.*/, '').split(' ');
  const { body } = await shop.nobody.get<OpenApi>('/openapi.json');
  const schema = body.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
  const named = schema?.$ref ? body.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  return Object.keys(named?.properties ?? {});
}

type Schema = { readonly $ref?: string; readonly properties?: Document };
type OpenApi = {
  readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  readonly components: { readonly schemas: Record<string, Schema> };
};

describe('a call of the specification', () => {
  it('is asked here for every row, and for nothing else', () =>
    expect(Object.keys(asked)).toEqual(calls.map(({ call }) => call)));

  it.each(calls)('$call takes { $payload } and answers $answer', async ({ call, payload, answer }) => {
    const names = namesIn(payload);
    const { who, path, known = {} } = (await asked[call]?.()) ?? { who: shop.nobody, path: '' };
    expect(Object.keys(known).toSorted(), 'what is known for the payload').toEqual(names.toSorted());
    if (names.length > 0) expect(await declaredPayload(call)).toEqual(expect.arrayContaining(names));
    const [method = ''] = call.split(' ');
    const reply = await who.call<unknown>(method, path, names.length > 0 ? { body: known } : {});
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    expect(reply.body).toEqual(answerOf(answer));
  });
});

/** `list of Tool` is a list whose first entry has all fields of a tool; `token` an object that has one. */
function answerOf(answer: string): unknown {
  const listed = answer.match(/^list of (\w+)$/)?.[1];
  if (listed) return expect.arrayContaining([withFields(namesOf(listed))]);
  const own = namesOf(answer);
  return withFields(own.length > 0 ? own : namesIn(answer));
}

function namesOf(entity: string): string[] {
  return fields.filter((row) => row.entity === entity).map(({ field }) => field);
}

function withFields(names: readonly string[]): unknown {
  return expect.objectContaining(Object.fromEntries(names.map((name) => [name, expect.anything()])));
}

describe('a limit of the specification', () => {
  it('is the shortest password', async () => {
    const row = specified('Limits', 'what', 'limit').find(({ what }) => what.startsWith('the shortest password'));
    const statuses = [-1, 0].map(async (less) => {
      const secret = 'qzjxvkwpyg'.slice(0, Number(row?.limit) + less);
      const account = { name: 'Short', email: `short${less}@inventory.example`, password: secret };
      return (await shop.nobody.post('/identity/sign-up', account)).status;
    });
    expect(await Promise.all(statuses)).toEqual([400, 201]);
  });
});
