import { beforeAll, describe, expect, it } from 'vitest';
import { namesIn, specified } from '../../backend/testing/documents/specification.ts';
import { browserFixture } from './browser-fixture.ts';
import { type Walk, walkThrough } from './walk-through.ts';

const visits = browserFixture();
const words = specified('Words', 'where', 'words');
const addresses = specified('Addresses', 'where', 'address');
const calls = specified('Calls', 'call', 'token', 'payload', 'answer');

let walk: Walk;
beforeAll(async () => {
  walk = await walkThrough(visits);
});

describe('words of the specification', () => {
  it.each(words)('stand at $where: $words', ({ where, words }) =>
    expect(walk.words.get(where)).toContain(words.replace('{n}', `${walk.minimum}`)),
  );
});

/** `/tools/{id}` as an expression that an address fits. */
const pathLike = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/?]+')}$`);

describe('an address of the specification', () => {
  it.each(addresses)('is that of $where: $address', ({ where, address }) =>
    expect(walk.addresses.get(where)).toMatch(pathLike(address)),
  );
});

/** Our pages delete one order by its id, and never all that somebody has: see decision 13. */
const madeByNoPage = 'DELETE /booking?personEmail={email}';

describe('a call of the specification', () => {
  it.each(calls)('is made by the pages as it is written: $call', ({ call, token, payload }) => {
    const [method, template = ''] = call.split(' ');
    const [path = '', query = ''] = template.split('?');
    const [parameter = ''] = query.split('=');
    const made = walk.requests.filter((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return (
        request.method() === method && pathLike(path).test(pathname) && searchParams.has(parameter) === !!parameter
      );
    });
    if (call === madeByNoPage) return expect(made).toEqual([]);
    expect(made.length).toBeGreaterThan(0);
    for (const request of made.filter((one) => one.resourceType() === 'fetch')) {
      if (token === 'bearer') expect(request.headers().authorization).toMatch(/^Bearer \S+$/);
      const sent = Object.keys(request.postDataJSON() ?? {});
      expect(sent).toEqual(expect.arrayContaining(namesIn(payload)));
    }
  });
});
