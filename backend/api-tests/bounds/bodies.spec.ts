import { beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '../../testing/as-often.ts';
import type { Asked, EveryCall } from '../every-call/asked.ts';
import { everyCall } from '../every-call.ts';
import { declaredCalls } from '../http/declared-calls.ts';
import { expectInvalid, expectProblem } from '../http/expect-problem.ts';
import { make } from '../http/make-call.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

/** Calls whose body must be JSON: all with a body but the provider's signed messages, and what takes a file. */
const withBody = everyCall.filter(({ call }) =>
  [
    'POST /identity/sign-up',
    'POST /identity/sign-in',
    'PUT /user/{email}',
    'POST /updateuser',
    'PUT /me/address',
    'POST /tool',
    'PUT /tool/{id}',
    'POST /tool/{id}/stock',
    'POST /booking',
    'POST /booking/{id}/refund',
    'POST /booking/{id}/ship',
    'POST /booking/{id}/note',
    'PUT /cart',
    'POST /checkout',
    'POST /create-payment-intent',
    'POST /refunds/{id}/settle',
    'POST /reviews',
    'POST /reviews/{id}/hide',
    'POST /operations/parked/{event}/skip',
    'DELETE /me',
    'DELETE /people/{email}',
    'POST /identity/second-factor',
    'POST /identity/confirm',
    'POST /me/factors/totp/confirm',
    'POST /me/factors/passkey',
    'POST /identity/recover',
    'POST /identity/reset-password',
    'POST /identity/link',
    'POST /identity/password',
    'POST /identity/email',
    'POST /me/logins',
    'POST /setup',
  ].includes(call),
);

/** Who may make the call, so that nothing but the body is wrong. */
const caller = ({ statuses }: EveryCall) => (statuses[1] < 300 ? shop.shopper : shop.admin);

describe('bodies', () => {
  it('are asked of every call that declares one', async () => {
    const declared = (await declaredCalls(shop.origin)).filter(
      ({ operation }) => operation.requestBody?.content['application/json'],
    );
    expect(withBody.map(({ call }) => call).sort()).toEqual(declared.map(({ call }) => call).sort());
  });
});

const broken = ['{"email":', '{', "{'email': 1}", '[1,]', 'undefined', '\u0000'];
const noObjects = ['[]', '"text"', '1', 'true'];
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/html'];

describe.each(withBody)('the body of $call', (row: EveryCall) => {
  const place = withBody.indexOf(row);
  // Once for all bodies: whatever is refused leaves all as it was.
  let asked: Asked;
  beforeAll(async () => {
    asked = await row.ask(shop);
  });

  function send(sent: Partial<Asked>, type = 'application/json') {
    const { path, headers } = asked;
    return make(row, caller(row), { path, headers: { ...headers, 'content-type': type }, ...sent });
  }

  it.each(inTurn(broken, place))('is refused as %j', async (raw) => expectProblem(await send({ raw }), 400));

  it.each(inTurn(noObjects, place))('is refused as %s, which is no object', async (raw) =>
    expectInvalid(await send({ raw }), ''),
  );

  it.each(['{}', 'null', ''])('is refused as %j: every field that must be there is named', async (raw) => {
    const reply = await send({ raw });
    expectProblem(reply, 400, 'Some fields are not right.');
    const { body } = asked;
    const { errors } = reply.body as { errors: readonly { path: string; message: string }[] };
    expect(Object.keys(body as object)).toEqual(expect.arrayContaining(errors.map(({ path }) => path)));
    expect(errors.length).toBeGreaterThan(0);
    for (const { message } of errors) expect(message).not.toMatch(/Invalid|expected|received/);
  });

  it.each(inTurn(otherTypes, place))('is refused as %s', async (type) =>
    expectProblem(await send({ raw: '{"a":1}' }, type), 415, 'The body must be JSON.'),
  );

  it('is refused in another character set', async () => {
    for (const charset of inTurn(['latin1', 'utf-16', 'utf-7'], place)) {
      expectProblem(await send({ raw: '{}' }, `application/json; charset=${charset}`), 415);
    }
  });

  it.each(inTurn(['application/json', 'application/merge-patch+json'], place))(
    'is refused as %s in bytes that are no UTF-8, of which something would be lost',
    async (type) => {
      const raw = Uint8Array.from([...Buffer.from('{"name":"M'), 0xfc, ...Buffer.from('ller"}')]);
      expectProblem(await send({ raw }, type), 400, 'The request could not be understood: malformed JSON or address.');
    },
  );

  it('is refused in an encoding nobody knows', async () => {
    const { path } = asked;
    const headers = { 'content-type': 'application/json', 'content-encoding': 'rot13' };
    expectProblem(await make(row, caller(row), { path, raw: '{}', headers }), 415);
  });

  it('is refused above 100 kB, and read up to that', async () => {
    const of = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes - '{"filler":""}'.length) });
    // What is too large is read no further: such a connection is nobody's after that.
    const headers = { ...asked.headers, 'content-type': 'application/json', connection: 'close' };
    expectProblem(await send({ raw: of(100 * 1024) }), 400);
    expectProblem(await send({ raw: of(100 * 1024 + 1), headers }), 413);
  });

  it.each(inTurn(['application/json', 'application/merge-patch+json'], place))(
    'is refused as %s with more values than any call takes, which would take long to read',
    async (type) => {
      for (const much of ['['.repeat(45_000) + ']'.repeat(45_000), `[${'1,'.repeat(45_000)}1]`]) {
        expectProblem(await send({ raw: `{"filler":${much}}` }, type), 400, 'The body has more than 1,000 values.');
      }
      const raw = `{"filler":[${'1,'.repeat(900)}"${'['.repeat(2_000)}"]}`;
      expectProblem(await send({ raw }, type), 400, 'Some fields are not right.');
    },
  );

  it('is taken as any kind of JSON, with fields that nobody asked for', async () => {
    const { body, path, headers } = asked;
    const more = '{"__proto__":{"role":"admin"},"constructor":1,"role":"admin","paid":true,';
    const raw = more + JSON.stringify(body).slice(1);
    const reply = await make(row, caller(row), {
      path,
      raw,
      headers: { ...headers, 'content-type': 'application/merge-patch+json; charset=UTF-8' },
    });
    // Whatever its own request is answered; DELETE /me is asked with a password that is not theirs.
    expect(reply.status).toBe(row.statuses[1] < 300 ? row.statuses[1] : row.statuses[3]);
  });
});
