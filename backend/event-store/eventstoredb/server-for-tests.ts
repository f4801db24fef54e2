import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { startEventStoreDouble } from '../../testing/eventstoredb/event-store-double.ts';

const image = 'eventstore/eventstore:23.10.1-bookworm-slim';
const port = 2113;

export type ServerForTests = { readonly address: string; readonly what: string; readonly stop: () => Promise<void> };

/**
 * The most real EventStoreDB that there is: the one at TEST_EVENTSTOREDB_URL, else one in a container where containers
 * run, else the double.
 */
export async function startServerForTests(): Promise<ServerForTests> {
  const address = process.env.TEST_EVENTSTOREDB_URL;
  if (address) return { address, what: 'the EventStoreDB at TEST_EVENTSTOREDB_URL', stop: async () => undefined };
  return (await inContainer()) ?? (await theDouble());
}

async function inContainer(): Promise<ServerForTests | undefined> {
  const runs = await getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  if (!runs) return undefined;
  const container = await new GenericContainer(image)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' })
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/health/live', port).forStatusCode(204))
    .start();
  return {
    address: `esdb://${container.getHost()}:${container.getMappedPort(port)}?tls=false`,
    what: `${image} in a container`,
    stop: async () => {
      await container.stop();
    },
  };
}

async function theDouble(): Promise<ServerForTests> {
  const double = await startEventStoreDouble();
  return { address: double.url, what: 'the double of EventStoreDB', stop: double.stop };
}
