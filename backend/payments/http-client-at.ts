import Stripe from 'stripe';
import { answeredOnce } from './answered-once.ts';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/**
 * Sends the requests of the `stripe` package to another address.
 *
 * The package takes a host, a port and a protocol but no path in front of /v1, and wants them before the first call;
 * a sandbox on an ephemeral port knows its address only once it listens. So the address is asked for at each request.
 */
export function httpClientAt(base: () => string, client: HttpClient = Stripe.createNodeHttpClient()): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(_host, _port, path, method, headers, body, _protocol, timeout) {
      const { hostname, port, protocol, pathname } = new URL(base());
      const answer = await client.makeRequest(
        hostname,
        port,
        pathname.replace(/\/$/, '') + path,
        method,
        headers,
        body,
        protocol.replace(':', ''),
        timeout,
      );
      return answeredOnce(answer);
    },
  };
}
