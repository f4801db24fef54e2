import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import '../../testing/browser.ts';
import { fakeShop, hammer, problem } from '../../testing/fake-shop.ts';
import { fakeToken, signInAsShopper, somebodyElse } from '../../testing/signed-in.ts';
import { storeAccess } from '../session/access-token.ts';
import { confirmed } from '../session/confirm-again.ts';
import { change, get, getPage, withQuery } from './api.ts';
import { ApiError, NoAnswer } from './api-error.ts';
import { watchActs } from './last-act.ts';

describe('asking the server', () => {
  it('turns a problem into an error with its words', async () => {
    fakeShop.use(http.get('*/tool/gone', () => problem(404, 'No such tool.')));
    await expect(get('/tool/gone')).rejects.toMatchObject({ status: 404, message: 'No such tool.' });
  });

  it('makes an error of a failure that is no problem document', async () => {
    fakeShop.use(http.get('*/tool/odd', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
    await expect(get('/tool/odd')).rejects.toBeInstanceOf(ApiError);
  });

  it('tells a server that is away from one that says no', async () => {
    fakeShop.use(http.get('*/tool/away', () => HttpResponse.error()));
    await expect(get('/tool/away')).rejects.toBeInstanceOf(NoAnswer);
  });

  it('finds the cursor of the next page', async () => {
    const link = '</tool?limit=1&after=a%2Fb>; rel="next"';
    fakeShop.use(http.get('*/tool', () => HttpResponse.json([hammer], { headers: { Link: link } })));
    expect(await getPage('/tool')).toEqual({ entries: [hammer], next: 'a/b', asOf: 0n });
  });

  it('knows the last page by its missing link', async () => {
    expect((await getPage('/tool')).next).toBeUndefined();
  });

  it('sends the key of the intent with a change, and a trace of its own', async () => {
    let key: string | null = null;
    let trace: string | null = null;
    let state: string | null = null;
    const watching = new AbortController();
    watchActs(watching.signal);
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    watching.abort();
    fakeShop.use(
      http.post('*/reviews', ({ request }) => {
        key = request.headers.get('Idempotency-Key');
        trace = request.headers.get('traceparent');
        state = request.headers.get('tracestate');
        return HttpResponse.json({ acknowledged: true }, { status: 201 });
      }),
    );
    await change('/reviews', { method: 'POST', body: {}, key: 'intent-1' });
    expect(key).toBe('intent-1');
    expect(trace).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    expect(state).toMatch(/^inventory=\d{1,4}$/);
  });

  it.each([
    ['is renewed', 15, 401],
    ['is not taken', 900, 401],
    ['wants a newer proof', 900, 403],
  ])('sends nothing in the name of who has taken one’s place while one’s token %s', async (_, seconds, status) => {
    const of = signInAsShopper(seconds);
    const sent: (string | null)[] = [];
    const taken = () => storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse);
    fakeShop.use(
      http.post('*/identity/refresh', () => {
        taken();
        return problem(401, 'No session.');
      }),
      http.post('*/reviews', ({ request }) => {
        sent.push(request.headers.get('Authorization'));
        taken();
        setTimeout(confirmed);
        const type = '/problems/confirm-again';
        return HttpResponse.json({ type, title: 'No', status, detail: 'Not now.' }, { status });
      }),
    );
    await expect(change('/reviews', { method: 'POST', body: {}, key: 'intent-2' })).rejects.toThrow('Not now.');
    expect(sent.filter((one) => one !== `Bearer ${of}` && one !== null)).toEqual([]);
  });

  it('leaves out what is empty', () =>
    expect(withQuery('/tool', { search: '', sort: 'name', limit: 12, after: undefined })).toBe(
      '/tool?sort=name&limit=12',
    ));
});
