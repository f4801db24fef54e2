import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../modules/kernel/mails.ts';
import { type MailServer, openMailServer } from '../testing/servers/mail-server.ts';
import { refusalOf } from './refusal-of.ts';
import { smtpPostman } from './smtp-postman.ts';

const address = 'olga@inventory.example';
const mail: Mail = {
  to: { uid: 'u1' },
  kind: 'test',
  subject: 'A test',
  paragraphs: ['Hello.'],
  goodFor: 1,
  perHour: 1,
};

/** What an admin is told of a mail that is sent for them. */
async function said(url: string, { nobodys = [] as string[], patience = 20_000 } = {}) {
  const postman = smtpPostman({ url, from: 'shop@inventory.example', origin: () => 'http://localhost', nobodys });
  const notTaken = await postman.trySending?.({ id: 'm1', mail, address }, AbortSignal.timeout(patience));
  expect(notTaken?.reason.message ?? '').not.toMatch(/olga|secret/);
  return notTaken?.said;
}

describe('why a mail server did not take a mail', () => {
  let server: MailServer | undefined;
  const open = async (...options: Parameters<typeof openMailServer>) => {
    server = await openMailServer(...options);
    return server;
  };
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it('is nothing when it did', async () => {
    const { url, received } = await open();
    expect(await said(url)).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it('is that nobody listens there', async () => {
    const { url, port, close } = await open();
    await close();
    server = undefined;
    expect(await said(url)).toBe(`connection refused by 127.0.0.1:${port}`);
  });

  it('is that nobody answers', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    expect(await said(`smtp://127.0.0.1:${port}`, { patience: 200 })).toBe(`no answer from 127.0.0.1:${port}`);
    silent.close();
  });

  it('is what it answered, without the address', async () => {
    const { url, port, refusing } = await open();
    refusing.recipient = 550;
    expect(await said(url)).toBe(`127.0.0.1:${port} answered: 550 … is not wanted here`);
    Object.assign(refusing, { recipient: undefined, everybody: 421 });
    expect(await said(url)).toBe(`127.0.0.1:${port} answered: 421 Everybody is not wanted here`);
  });

  it('is that it does not let the shop in, without the password that it may repeat', async () => {
    const { url, port } = await open({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _, done) =>
        done(new Error(`No ${password}, ${Buffer.from(`${password}`).toString('base64')}`)),
    });
    const words = await said(url.replace('smtp://', 'smtp://shop:se%2Fcret@'));
    expect(words).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} does not let the shop in: 535 `));
    expect(words).toContain('No …, …');
  });

  it('is that the address is made up, without asking anybody', async () => {
    const { url, received } = await open();
    expect(await said(url, { nobodys: [address] })).toMatch(/^nothing is sent to this address/);
    expect(received).toEqual([]);
  });

  it.each([
    [{ code: 'EDNS', errno: -3008 }, 'no server is called smtp.example'],
    [{ code: 'EDNS' }, 'it could not be looked up where smtp.example is'],
    [{ code: 'ETIMEDOUT' }, 'no answer from smtp.example:587'],
    [{ code: 'ECONNECTION' }, 'smtp.example:587 hung up'],
    [{ code: 'EAUTH' }, 'smtp.example:587 does not let the shop in'],
    [new Error('self-signed certificate'), 'the connection to smtp.example:587 failed: self-signed certificate'],
    [{ response: `550 a\r\nb\u202e ${'x'.repeat(500)}` }, `smtp.example:587 answered: 550 a b ${'x'.repeat(192)}`],
    [undefined, 'the connection to smtp.example:587 failed'],
  ])('is told of %o', (reason, words) => {
    expect(refusalOf(reason, { server: 'smtp://shop:secret@smtp.example', address })).toBe(words);
  });
});

it.each(['pass\\word', 'foo\\qbar', 'x\\1y', '(a+)+$'])(
  'has no password in it, whatever letters that has: %s',
  (password) => {
    const server = `smtp://olga:${encodeURIComponent(password)}@mail.example:587`;
    const reason = Object.assign(new Error('Refused.'), { code: 'EAUTH', response: `535 ${password} is wrong` });
    expect(refusalOf(reason, { server, address })).toBe('mail.example:587 does not let the shop in: 535 … is wrong');
  },
);
