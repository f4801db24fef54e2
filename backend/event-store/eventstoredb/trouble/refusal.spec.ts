import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AccessRefused } from '../../../../modules/kernel/errors.ts';
import { selfSignedCertificate } from '../../../testing/servers/self-signed-certificate.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { refusalOfCluster } from './refusal.ts';

describe('a cluster of which no node is found', () => {
  /** A node that shows its certificate, and a file with that. */
  async function nodeWithCertificate() {
    const certificate = selfSignedCertificate();
    const file = join(temporaryFolder(), 'authority.pem');
    writeFileSync(file, certificate.cert);
    const node = createServer(certificate, (socket) => socket.on('error', () => undefined).destroy());
    node.listen(0, '127.0.0.1');
    onTestFinished(() => void node.close());
    await once(node, 'listening');
    const address = node.address();
    return { host: `localhost:${typeof address === 'object' ? address?.port : ''}`, file };
  }

  it.each([
    ['admin:changeit', 'tlsCAFile'],
    ['admin:change/it', 'tls-ca-file'],
    ['admin:change?tls=it', 'TLS_CA_File'],
  ])('is away, and not refused, where its certificate is trusted: %s, %s', async (user, setting) => {
    const { host, file } = await nodeWithCertificate();
    expect(await refusalOfCluster(`esdb+discover://${user}@${host}?${setting}=${file}`)).toBeUndefined();
  });

  it.each(['admin:changeit', 'admin:change/it', 'admin:change?tls=false&it'])(
    'is refused where its certificate is not: %s',
    async (user) => {
      const { host } = await nodeWithCertificate();
      for (const address of [`esdb+discover://${user}@${host}`, `esdb://${user}@${host},${host}/`])
        expect(await refusalOfCluster(address)).toBeInstanceOf(AccessRefused);
    },
  );
});
