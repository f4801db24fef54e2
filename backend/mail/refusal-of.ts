import { getSystemErrorName } from 'node:util';

/** What nodemailer tells of a failure; `response` is the server's own answer (RFC 5321, 4.2). */
type Failure = {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
};

/** So much of what a server says is shown. */
const longest = 200;

const connectionWords: { readonly [code: string]: (server: string, host: string) => string } = {
  ECONNREFUSED: (server) => `connection refused by ${server}`,
  ECONNRESET: (server) => `${server} hung up`,
  ECONNECTION: (server) => `${server} hung up`,
  EPIPE: (server) => `${server} hung up`,
  ETIMEDOUT: (server) => `no answer from ${server}`,
  EHOSTUNREACH: (server) => `there is no way to ${server}`,
  ENETUNREACH: (server) => `there is no way to ${server}`,
  ENOTFOUND: (_, host) => `no server is called ${host}`,
  EAI_NONAME: (_, host) => `no server is called ${host}`,
  EAI_AGAIN: (_, host) => `it could not be looked up where ${host} is`,
  EDNS: (_, host) => `it could not be looked up where ${host} is`,
};

/**
 * Why a mail server did not take a mail, in words for an admin: what it answered, or that nobody did. A server may repeat what it was
 * told, so the password and the address are taken out of its words.
 * @param reason what nodemailer threw; 'time' when it was waited for long enough
 * @param options.server the setting: smtp://user:password@host:port
 */
export function refusalOf(reason: unknown, options: { server: string; address: string }): string {
  const { hostname, port, protocol, username, password } = new URL(options.server);
  const server = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  if (reason === 'time') return `no answer from ${server}`;
  const { code, errno, response, message } = Object(reason) as Failure;
  const hidden = secretsOf(decodeURIComponent(username), decodeURIComponent(password));
  const without = (text: string) => withoutSecrets(text, [...hidden, options.address]);
  const answered = typeof response === 'string' && response.trim() !== '' ? without(response) : undefined;
  if (code === 'EAUTH') return `${server} does not let the shop in${answered ? `: ${answered}` : ''}`;
  if (answered) return `${server} answered: ${answered}`;
  const system = typeof errno === 'number' ? getSystemErrorName(errno) : undefined;
  const words = [system, errno, code].map((one) => connectionWords[String(one)]).find((one) => one !== undefined);
  if (words) return words(server, hostname);
  const told = typeof message === 'string' ? `: ${without(message)}` : '';
  return `the connection to ${server} failed${told}`;
}

/** The password as it stands in the settings, and as it goes over the wire (RFC 4616, and the LOGIN of old). */
function secretsOf(user: string, password: string): string[] {
  if (password === '') return [];
  const inBase64 = (text: string) => Buffer.from(text).toString('base64');
  return [inBase64(`\0${user}\0${password}`), inBase64(password), password];
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const plain = secrets.reduce((left, secret) => left.replaceAll(new RegExp(literally(secret), 'giu'), '…'), text);
  return plain
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/\.$/, '');
}

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
