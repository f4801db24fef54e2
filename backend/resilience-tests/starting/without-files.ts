import { closeSync, openSync } from 'node:fs';
import { isCommonPassword } from '../../../modules/identity/passwords/common-passwords.ts';
import { smtpPostman } from '../../mail/smtp-postman.ts';

/**
 * Asks for what is loaded when it is needed while this process can open no file, and again when it can. Prints what came of each.
 */
const { send } = smtpPostman({
  url: 'smtp://127.0.0.1:1',
  from: 'shop@inventory.example',
  origin: () => 'http://localhost',
});
const mail = {
  to: { uid: 'u1' },
  kind: 'receipt',
  subject: 'Receipt',
  paragraphs: [],
  goodFor: 1,
  perHour: 1,
} as const;
const due = { id: '6b1a3c1e-5f0e-8a6b-9c1d-2e3f4a5b6c7d', mail, address: 'mina@example.com' };
const why = (reason: unknown) => String(reason);

const ask = async () => ({
  password: await isCommonPassword('password').catch(why),
  mail: await send(due, AbortSignal.timeout(20_000)).catch(why),
});

const taken: number[] = [];
try {
  for (;;) taken.push(openSync(import.meta.filename, 'r'));
} catch {
  // As many as there may be.
}
const without = await ask();
for (const file of taken) closeSync(file);
console.log(JSON.stringify({ without, again: await ask() }));
