import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { AccessDeniedError } from '@eventstore/db-client';
import { AccessRefused } from '../../../../modules/kernel/errors.ts';
import { untrustedBecause } from '../../../runtime/retries/untrusted-certificate.ts';
import { partsOf } from '../address.ts';

// https://grpc.io/docs/guides/status-codes/
const refusingCodes = new Set<unknown>([7 /* permission denied */, 16 /* unauthenticated */]);

/** The error as one that only another setting helps with; undefined when it is none of those. */
export function refusalOf(error: unknown): AccessRefused | undefined {
  if (error instanceof AccessRefused) return error;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (error instanceof AccessDeniedError || refusingCodes.has(code)) {
    return new AccessRefused(
      'EVENT_STORE has a user or a password that EventStoreDB does not take, or a user who may not read $all and ' +
        'append; put the right ones into the address, as in esdb://user:password@host:2113',
      { cause: error },
    );
  }
  const because = untrustedBecause(error);
  return because === undefined ? undefined : untrustedServer(because, error);
}

/** Milliseconds that a server has to show its certificate. */
const handshake = 1_000;

/**
 * Looks at the certificates of a cluster: the client finds no node when it trusts none, and does not say why.
 * @returns the first that is not trusted; undefined for a single server, of which the client says it by itself.
 */
export async function refusalOfCluster(address: string): Promise<AccessRefused | undefined> {
  const { isDiscovered, hosts, settings } = partsOf(address);
  if (!(isDiscovered || hosts.length > 1) || settings.get('tls') === 'false') return undefined;
  const file = settings.get('tlscafile');
  const ca = file && readFileSync(decodeURIComponent(file));
  const refusals = await Promise.all(hosts.map((host) => refusalOfHost(host, ca)));
  return refusals.find((refusal) => refusal !== undefined);
}

async function refusalOfHost(text: string, ca: Buffer | undefined | ''): Promise<AccessRefused | undefined> {
  const [host = '', port = '2113'] = text.split(':');
  const socket = connect({
    host,
    port: Number(port),
    ca: ca || undefined,
    ...(isIP(host) === 0 && { servername: host }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(handshake) });
    return undefined;
  } catch (error) {
    const because = untrustedBecause(error);
    return because === undefined || !(error instanceof Error) ? undefined : untrustedServer(because, error);
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

function untrustedServer(because: string, cause: Error): AccessRefused {
  const what = `EVENT_STORE names a server that cannot be trusted (${because})`;
  const remedy =
    because === 'wrong version number'
      ? 'it answers without TLS, so add tls=false to the address, or have it use TLS'
      : "name the file of its authority's certificate in the address with tlsCAFile=, or the host as the certificate does";
  return new AccessRefused(`${what}; ${remedy}`, { cause });
}
