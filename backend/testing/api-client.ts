import { randomUUID } from 'node:crypto';
import type { AddToolBody, ChangeToolBody } from '../../modules/catalog/contract.ts';
import type { Problem } from '../../modules/kernel/wire/wire.ts';

export type Reply<Body> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The body as it came. */
  readonly text: string;
};

type Call = {
  readonly token?: string;
  readonly body?: unknown;
  /** A body that is sent as it is, in the place of `body`; the headers say what it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Looks at each reply before the test does, and throws where it is not as it should be. */
export type Inspection = (
  asked: { origin: string; method: string; path: string },
  reply: Reply<unknown>,
) => Promise<void>;

const inspections = new Set<Inspection>();

/** From now on every reply to an ApiClient of this process is looked at too, until what is returned is called. */
export function inspectReplies(inspection: Inspection): () => void {
  inspections.add(inspection);
  return () => void inspections.delete(inspection);
}

/** Somebody who calls the API over HTTP, with or without a token. */
export class ApiClient {
  readonly origin: string;
  readonly token: string | undefined;
  readonly email: string;
  /** What the access token was given for. */
  readonly idToken: string;
  /** The session's cookie as it was set, `name=value`. */
  readonly cookie: string;

  constructor(origin: string, who: { token?: string; email?: string; idToken?: string; cookie?: string } = {}) {
    this.origin = origin;
    this.token = who.token;
    this.email = who.email ?? '';
    this.idToken = who.idToken ?? '';
    this.cookie = who.cookie ?? '';
  }

  get = <Body>(path: string, call?: Call) => this.call<Body>('GET', path, call);
  post = <Body>(path: string, body?: unknown, call?: Call) => this.call<Body>('POST', path, { ...call, body });
  put = <Body>(path: string, body?: unknown, call?: Call) => this.call<Body>('PUT', path, { ...call, body });
  delete = <Body>(path: string, call?: Call) => this.call<Body>('DELETE', path, call);

  /** One call; the body of the answer as JSON, when it has one. */
  async call<Body = Problem>(method: string, path: string, call: Call = {}): Promise<Reply<Body>> {
    const token = call.token ?? this.token;
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      body: call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    // What the answer holds is what the test is about; a wrong shape shows in its expectations.
    const body = (isJson && text !== '' ? JSON.parse(text) : undefined) as Body;
    const reply = { status: response.status, headers: response.headers, body, text };
    for (const inspect of inspections) await inspect({ origin: this.origin, method, path }, reply);
    return reply;
  }

  /** The same caller at another node. */
  at(origin: string): ApiClient {
    const { token, email, idToken, cookie } = this;
    return new ApiClient(origin, { token, email, idToken, cookie });
  }
}

/** The password of everybody who signs up here. */
export const password = 'a long enough secret';

/** Signs somebody new up, and registers them. */
export async function signUp(origin: string, name = 'Test Shopper', email?: string): Promise<ApiClient> {
  const address = email ?? `shopper-${randomUUID()}@inventory.example`;
  const anybody = new ApiClient(origin);
  const reply = await anybody.post<{ idToken: string }>('/identity/sign-up', {
    name,
    email: address,
    password,
  });
  if (reply.status !== 201) throw new Error(`sign-up answered ${reply.status}: ${reply.text}`);
  return registered(origin, address, reply);
}

/** Signs somebody in who is there already. */
export async function signIn(origin: string, email: string, secret = password): Promise<ApiClient> {
  const reply = await new ApiClient(origin).post<{ idToken: string }>('/identity/sign-in', {
    email,
    password: secret,
  });
  if (reply.status !== 200) throw new Error(`sign-in answered ${reply.status}`);
  return registered(origin, email, reply);
}

async function registered(origin: string, email: string, signedIn: Reply<{ idToken: string }>): Promise<ApiClient> {
  const { idToken } = signedIn.body;
  const call = { token: idToken };
  const { body } = await new ApiClient(origin).put<{ token: string }>(`/user/${email}`, { email }, call);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0];
  return new ApiClient(origin, { token: body.token, email, idToken, cookie });
}

/** A tool to add: the usual case, but for what the test is about. */
export const newTool = (but: Partial<AddToolBody> = {}): AddToolBody => ({
  name: 'Test Hammer',
  img: '/pictures/tools/claw-hammer.svg',
  Description: 'Hits nails.',
  MinimumOrder: 1,
  Available: 10,
  PerPrice: 19.99,
  TotalPrice: 19.99,
  Ratings: 4.5,
  BuyGear: 3,
  ...but,
});

/** The same as it is to be from now on. */
export const changedTool = (version: number, but: Partial<ChangeToolBody> = {}): ChangeToolBody => {
  const { Available: _, ...fields } = newTool();
  return { ...fields, version, ...but };
};

/** Adds a tool, and resolves to its id. */
export async function addTool(admin: ApiClient, but: Partial<AddToolBody> = {}): Promise<string> {
  const { body } = await admin.post<{ insertedId: string }>('/tool', newTool(but));
  return body.insertedId;
}

/** What a buyer sends to order a tool. */
export const orderOf = (
  buyer: ApiClient,
  toolId: string,
  price: number,
  but: Readonly<Record<string, unknown>> = {},
) => ({
  toolId,
  toolName: 'Test Hammer',
  personEmail: buyer.email,
  location: '1 Test Street',
  phone: '+1 555 0100',
  buyerName: 'Test Shopper',
  price,
  ...but,
});

/** Pays an order in the sandbox, as the browser would; resolves to the status of the confirmation. */
export async function payInSandbox(
  buyer: ApiClient,
  bookingId: string,
  price: number,
  card = '4242424242424242',
): Promise<number> {
  const { body } = await buyer.post<{ clientSecret: string }>('/create-payment-intent', { price, bookingId });
  return confirmInSandbox(buyer.origin, body.clientSecret, card);
}

/** Confirms a PaymentIntent with a card, as Stripe.js would. */
export async function confirmInSandbox(origin: string, clientSecret: string, card: string): Promise<number> {
  const { body: config } = await new ApiClient(origin).get<{ payments: { publishableKey: string } }>('/config');
  const [intentId] = clientSecret.split('_secret_');
  const form = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });
  const response = await fetch(`${origin}/sandbox/stripe/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.payments.publishableKey}` },
    body: form,
  });
  await response.arrayBuffer();
  return response.status;
}
