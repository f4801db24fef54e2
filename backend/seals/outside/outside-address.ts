import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../../modules/kernel/encoding/canonical-json.ts';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { SideRecords } from '../../../modules/kernel/event-store.ts';
import type { Outside } from './outside.ts';

/** Milliseconds within which it has to answer. */
const patience = 10_000;

const sent = z.object({ number: z.int().nonnegative(), event: z.string() });

/**
 * An address that is sent each seal, by POST as JSON; any 2xx is taken for kept. User and password of the address go as they do
 * in every call by HTTP (Basic). What was sent is remembered beside the log, for all nodes.
 */
export function outsideAddress(address: string, records: SideRecords): Outside {
  const url = new URL(address);
  const { username, password } = url;
  [url.username, url.password] = ['', ''];
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = {
    'content-type': 'application/json',
    ...(username === '' ? {} : { authorization: `Basic ${credentials}` }),
  };
  const key = `seals-sent:${hash('sha256', url.href)}`;
  return {
    name: url.host,
    async last() {
      const record = await records.get(key);
      return record && sent.parse(JSON.parse(record.value));
    },
    async add(seal, stop) {
      const inTime = AbortSignal.timeout(patience);
      const signal = stop ? AbortSignal.any([inTime, stop]) : inTime;
      const body = canonicalJson(seal);
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' }).catch((reason) => {
        throw new Unavailable(`${url.host} cannot be reached.`, { cause: reason });
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Unavailable(`${url.host} answered ${answer.status}.`);
      const { number, event } = seal;
      await records.put(key, JSON.stringify({ number, event }), 'any');
    },
  };
}
