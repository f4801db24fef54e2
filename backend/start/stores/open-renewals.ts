import { join } from 'node:path';
import type { Renewals } from '../../../modules/identity/sessions/renewals.ts';
import type { Log } from '../../runtime/logging/log.ts';
import type { Config } from '../settings/config.ts';

/** Where sessions are renewed: beside the read models that all nodes share, or in a file of the data directory. */
export async function openRenewals(
  { READ_MODELS, EVENT_STORE_PREFIX, DATA_DIR }: Pick<Config, 'READ_MODELS' | 'EVENT_STORE_PREFIX' | 'DATA_DIR'>,
  log: Log,
  now: () => Date,
): Promise<Renewals> {
  if (READ_MODELS !== undefined) {
    const { openRedisRenewals } = await import('../../renewals/redis.ts');
    return openRedisRenewals({ address: READ_MODELS, prefix: EVENT_STORE_PREFIX });
  }
  const { openSqliteRenewals } = await import('../../renewals/sqlite.ts');
  const onDiscarded = (reason: string) => log.warn({ reason }, 'what renews sessions is begun anew');
  return openSqliteRenewals({ file: join(DATA_DIR, 'renewals.db'), now, onDiscarded });
}
