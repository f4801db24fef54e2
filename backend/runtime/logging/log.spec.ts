import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openLog } from './log.ts';

/** What the log says of an error. */
async function logged(error: Error): Promise<string> {
  const lines = new PassThrough();
  openLog('debug', lines).error({ err: error }, 'it failed');
  lines.end();
  return text(lines);
}

describe('the log', () => {
  it('says what failed, and where', async () => {
    const line = JSON.parse(await logged(new TypeError('no such thing', { cause: new Error('it is away') })));
    expect(line).toMatchObject({ msg: 'it failed', err: { type: 'TypeError', message: expect.any(String) } });
    expect(line.err.stack).toMatch(/no such thing.*log\.spec\.ts.*it is away/s);
  });

  it('does not say what the error carries: commands, bodies and answers hold what is personal', async () => {
    const carried = {
      command: { name: 'evalsha', args: ['mina@example.com'] },
      body: '{"email":"mina@example.com"}',
      raw: { payment_intent: { receipt_email: 'mina@example.com' } },
    };
    const inside = Object.assign(new Error('inside'), carried);
    expect(await logged(Object.assign(new Error('outside'), carried))).not.toContain('mina@');
    expect(await logged(new Error('outside', { cause: inside }))).not.toContain('mina@');
    expect(await logged(new AggregateError([inside], 'both'))).not.toContain('mina@');
  });

  it('keeps that by which an error is known to others', async () => {
    const error = Object.assign(new Error('no'), { code: 'card_declined', requestId: 'req_1' });
    expect(JSON.parse(await logged(error)).err).toMatchObject({ code: 'card_declined', requestId: 'req_1' });
  });
});
