import { parseSetCookie } from 'cookie';

type Cookie = { readonly host: string; readonly path: string; readonly value: string };

/** Follows redirects as a browser does, with its cookies: by host and path, whatever the port (RFC 6265, 8.5). */
export class HttpBrowser {
  readonly #jar = new Map<string, Cookie>();
  /** Every address that was called, in order. */
  readonly trail: URL[] = [];
  /** What is to become of the next address before it is called. */
  tamper: (address: URL) => URL = (address) => address;

  /** Calls an address and where that leads, until it is one that `isEnd` knows, which is not called, or leads nowhere. */
  async go(start: string, isEnd: (address: URL) => boolean = () => false): Promise<URL> {
    let address = new URL(start);
    for (let steps = 0; steps < 20; steps += 1) {
      address = this.tamper(address);
      if (isEnd(address)) return address;
      const response = await this.call(address);
      await response.arrayBuffer();
      const location = response.headers.get('location');
      if (location === null) return address;
      address = new URL(location, address);
    }
    throw new Error(`Too many redirects, the last to ${address.pathname}`);
  }

  async call(address: URL | string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    this.trail.push(url);
    const headers = { cookie: this.#cookiesFor(url), ...init.headers };
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const text of response.headers.getSetCookie()) this.#keep(text, url);
    return response;
  }

  /** The value of a cookie; undefined when there is none. */
  cookie(name: string): string | undefined {
    return this.#jar.get(name)?.value;
  }

  #cookiesFor({ hostname, pathname }: URL): string {
    const sent = [...this.#jar].filter(([, { host, path }]) => host === hostname && pathname.startsWith(path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  #keep(text: string, { hostname }: URL): void {
    const { name, value = '', path = '/', maxAge, expires } = parseSetCookie(text);
    const isOver = maxAge === 0 || (expires !== undefined && expires.getTime() < Date.now());
    if (isOver) this.#jar.delete(name);
    else this.#jar.set(name, { host: hostname, path, value });
  }
}
