import type { ApiClient } from '../../testing/api-client.ts';
import type { Asked, EveryCall } from '../every-call/asked.ts';

/** Makes a call as somebody, with the kind of token that it wants. */
export function make({ call: name, proof }: EveryCall, who: ApiClient, { path, ...sent }: Asked, token?: string) {
  const own = proof === 'ID token' ? who.idToken : who.token;
  const [method = ''] = name.split(' ');
  return who.call<unknown>(method, path, { ...sent, token: token ?? (own || undefined) });
}
