import { join } from 'node:path';
import { DockerComposeEnvironment, type StartedDockerComposeEnvironment, Wait } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { ApiClient, orderOf, payInSandbox, signIn, signUp } from '../api-client.ts';

const root = join(import.meta.dirname, '../../..');
const minutes = 60_000;

let environment: StartedDockerComposeEnvironment;

beforeAll(async () => {
  environment = await new DockerComposeEnvironment(root, 'docker-compose.yml')
    .withBuild()
    .withStartupTimeout(12 * minutes)
    .withWaitStrategy('app-1', Wait.forHealthCheck())
    .up(['app']);
}, 15 * minutes);

afterAll(() => environment?.down({ removeVolumes: true }), 2 * minutes);

function originOf(container: string, port: number): string {
  const started = environment.getContainer(container);
  return `http://${started.getHost()}:${started.getMappedPort(port)}`;
}

describe('docker compose up', () => {
  it(
    'is a shop in which one can buy a tool',
    async () => {
      const origin = originOf('app-1', 3000);
      const anybody = new ApiClient(origin);
      expect((await anybody.get('/health/serving')).status).toBe(200);
      expect((await anybody.get('/health/ready')).status).toBe(200);
      const [tool] = (await anybody.get<Tool[]>('/tool?sort=-Available&limit=1')).body;
      if (!tool) throw new Error('There is no demo data.');

      const shopper = await signUp(origin);
      const price = Math.round(tool.PerPrice * 100 * tool.MinimumOrder) / 100;
      const { status, body } = await shopper.post<{ insertedId: string }>(
        '/booking',
        orderOf(shopper, tool._id, price, { toolName: tool.name }),
      );
      expect(status).toBe(201);
      expect((await anybody.get<Tool>(`/tool/${tool._id}`)).body.Available).toBe(tool.Available - tool.MinimumOrder);

      expect(await payInSandbox(shopper, body.insertedId, price)).toBe(200);
      const stands = async () => (await shopper.get<Booking>(`/booking/${body.insertedId}`)).body.status;
      await expect.poll(stands, { timeout: minutes }).toBe('paid');
      const admin = await signIn(origin, demoAdmin.email, demoPassword);
      expect((await admin.get<Booking[]>('/booking')).body.map(({ _id }) => _id)).toContain(body.insertedId);
    },
    3 * minutes,
  );

  it('serves the pages that were built', async () => {
    const { status, text } = await new ApiClient(originOf('app-1', 3000)).get('/');
    expect(status).toBe(200);
    expect(text).toContain('<div id="root">');
  });
});
