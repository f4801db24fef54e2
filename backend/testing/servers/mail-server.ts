import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server got it: to whom, its headers, and what it says. */
export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** By their names in lower case, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
};

/** What a server answers to whoever connects, to a recipient, or to the whole mail; undefined when it takes it. */
type Refusing = { everybody?: 421; recipient?: number; mail?: number };

export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** A real mail server on loopback, for tests. What it is to refuse can be changed while it runs. */
export async function openMailServer(options: SMTPServerOptions = {}, at = 0) {
  const received: ReceivedMail[] = [];
  const refusing: Refusing = {};
  let turnedAway = 0;
  const refusal = (code: number, to: string) =>
    Object.assign(new Error(`${to} is not wanted here`), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(_, done) {
      if (refusing.everybody === undefined) return done();
      turnedAway += 1;
      done(refusal(refusing.everybody, 'Everybody'));
    },
    onRcptTo: ({ address }, _, done) =>
      done(refusing.recipient === undefined ? undefined : refusal(refusing.recipient, address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (refusing.mail !== undefined) return done(refusal(refusing.mail, to.join(', ')));
        const { mailFrom } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to,
          ...read(Buffer.concat(chunks).toString('latin1')),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // A client that hangs up is no failure of the server.
  server.listen(at, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    refusing,
    /** How often somebody has connected in vain. */
    turnedAway: () => turnedAway,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The headers and the two parts of a mail (RFC 2046, 5.1.4). */
function read(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = partOf(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '')));
  const said = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    return part ? decoded(part.body, part.headers.get('content-transfer-encoding')) : '';
  };
  return { headers, text: said('text/plain'), html: said('text/html') };
}

function partOf(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  return { headers: new Map(headers as [string, string][]), body: raw.slice(end + 4) };
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
