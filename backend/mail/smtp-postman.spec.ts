import { Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { Mail } from '../../modules/kernel/mails.ts';
import { longestTry, MailRefused } from '../../modules/mails/postman.ts';
import { type MailServer, openMailServer } from '../testing/servers/mail-server.ts';
import { smtpPostman } from './smtp-postman.ts';

const from = 'Inventory <shop@inventory.example>';
const address = 'mina@example.com';
const id = '6b1a3c1e-5f0e-8a6b-9c1d-2e3f4a5b6c7d';
const mail: Mail = {
  to: { uid: 'u1' },
  kind: 'receipt',
  subject: 'Your receipt: 2 x Größenmaß',
  paragraphs: ['Thank you for your order.', 'It is <b>yours</b> & "paid".'],
  facts: [['Order', 'b1']],
  action: { label: 'See my orders', path: '/dashboard/myorders' },
  goodFor: 1,
  perHour: 1,
};

describe('a mail over SMTP', () => {
  let server: MailServer;
  const open = async (...options: Parameters<typeof openMailServer>) => {
    server = await openMailServer(...options);
    return server;
  };
  afterEach(() => server.close());

  const send = (but: Partial<Mail> = {}, to = address, url = server.url, within = 20_000) =>
    smtpPostman({ url, from, origin: () => 'https://shop.example' }).send(
      { id, mail: { ...mail, ...but }, address: to },
      AbortSignal.timeout(within),
    );
  const failureOf = (sending: Promise<void>): Promise<Error> =>
    sending.then(
      () => new Error('It was sent.'),
      (reason: Error) => reason,
    );

  it('says the same in plain text and in HTML, and has its id of the event', async () => {
    const { received } = await open();
    await send();
    expect(received).toHaveLength(1);
    const [{ headers, text, html, ...envelope }] = received as [(typeof received)[0]];
    expect(envelope).toEqual({ from: 'shop@inventory.example', to: [address] });
    expect(headers.get('message-id')).toBe(`<${id}@inventory.example>`);
    expect(headers.get('from')).toBe(from);
    expect(headers.get('to')).toBe(address);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('subject')).toMatch(/^=\?UTF-8\?/);
    expect(text).toContain('Thank you for your order.\n\nOrder: b1\n\nIt is <b>yours</b> & "paid".');
    expect(text).toContain('See my orders:\nhttps://shop.example/dashboard/myorders');
    expect(html).toContain('Thank you for your order.');
    expect(html).toContain('It is &lt;b&gt;yours&lt;/b&gt; &amp; &quot;paid&quot;.');
    expect(html).toContain('href="https://shop.example/dashboard/myorders"');
    expect(html).not.toMatch(/<img|src=|url\(|<script/i);
  });

  it('has no header, recipient or paragraph but its own, whatever a name holds', async () => {
    const { received } = await open();
    const name = 'x\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script>';
    await send({ subject: `${name} is an admin`, paragraphs: [name], facts: [[name, name]] });
    const [{ headers, text, html, to }] = received as [(typeof received)[0]];
    expect(to).toEqual([address]);
    expect(headers.get('bcc')).toBeUndefined();
    expect(headers.get('subject')).toBe('x Bcc: eve@example.com <script>alert(1)</script> is an admin');
    expect(text).toMatch(/^x Bcc: eve@example.com <script>/);
    expect(html).not.toContain('<script>');
  });

  it.each([
    'mina@example.com, eve@example.com',
    'mina@example.com>\r\nRCPT TO:<eve@example.com',
    'Eve <eve@example.com>',
  ])('goes to one address only: %s', async (to) => {
    const { received } = await open();
    await failureOf(send({}, to));
    expect(received.flatMap((one) => one.to).filter((one) => one === 'eve@example.com')).toEqual([]);
  });

  it.each([
    ['the recipient', { recipient: 550 }, 550],
    ['what it says', { mail: 554 }, 554],
  ])('that the server refuses for good is told apart: %s', async (_, refusing, code) => {
    const { refusing: refuses } = await open();
    Object.assign(refuses, refusing);
    const failure = await failureOf(send());
    expect(failure).toBeInstanceOf(MailRefused);
    expect(failure).toMatchObject({ code });
  });

  it.each([
    ['a server that asks to come again', { recipient: 450 }],
    ['a server that is full', { mail: 452 }],
  ])('may be sent later: %s', async (_, refusing) => {
    Object.assign((await open()).refusing, refusing);
    expect(await failureOf(send())).toBeInstanceOf(Unavailable);
    for (const kind of ['recipient', 'mail'] as const) server.refusing[kind] = undefined;
    await send();
    expect(server.received).toHaveLength(1);
  });

  it('may be sent later: a server that is away, does not let the shop in, or takes nothing from it', async () => {
    await open({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
    });
    const asSomebody = server.url.replace('smtp://', 'smtp://shop:secret@');
    for (const url of [asSomebody, server.url, 'smtp://127.0.0.1:1']) {
      const failure = await failureOf(send({}, address, url));
      expect(failure).toBeInstanceOf(Unavailable);
      expect(failure.message).not.toContain('secret');
    }
  });

  it('is waited for as long as a try may take, since the server may look through it', async () => {
    const limits = vi.spyOn(Socket.prototype, 'setTimeout');
    onTestFinished(() => limits.mockRestore());
    await open();
    await send();
    expect(limits.mock.calls.map(([milliseconds]) => milliseconds)).toContain(longestTry.most);
  });

  it('that fails says so in words that hold no address, no link and nothing of the mail', async () => {
    await open();
    for (const refusing of [{ recipient: 550 }, { recipient: 450 }, { mail: 554 }, { mail: 451 }]) {
      Object.assign(server.refusing, { recipient: undefined, mail: undefined, ...refusing });
      const failure = await failureOf(send());
      expect(`${failure.stack} ${JSON.stringify(failure)} ${failure.cause}`).not.toMatch(/mina|example|receipt/i);
    }
  });
});
