import type { StartedTestContainer } from 'testcontainers';
import { type EventStoreDouble, startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { eventStoreImage } from '../../doubles/eventstoredb/image.ts';
import { containers } from '../machine/containers.ts';

const port = 2113;

export type EventStoreUnderTest = {
  /** What EVENT_STORE takes; other processes of this machine reach it, too. */
  readonly address: string;
  /** Which it is, for people. */
  readonly what: string;
  readonly stop: () => Promise<void>;
};

type Containers = typeof import('testcontainers');

type Wanted = {
  /** A log that nobody else writes to, and that begins empty: the server at TEST_EVENTSTOREDB_URL is everybody's. */
  readonly ownLog?: boolean;
};

/**
 * The most real EventStoreDB that there is: the one at TEST_EVENTSTOREDB_URL, else one in a container where containers
 * run and the image is there (`npm test` sees to that before the tests), else the double. Says which, once.
 */
export async function startEventStoreUnderTest({ ownLog = false }: Wanted = {}): Promise<EventStoreUnderTest> {
  const server = (ownLog ? undefined : given()) ?? (await inContainer()) ?? (await theDouble());
  say(server.what);
  return server;
}

function given(): EventStoreUnderTest | undefined {
  const address = process.env.TEST_EVENTSTOREDB_URL;
  if (!address) return undefined;
  return { address, what: 'the EventStoreDB at TEST_EVENTSTOREDB_URL', stop: async () => undefined };
}

async function inContainer(): Promise<EventStoreUnderTest | undefined> {
  const loaded = await containers();
  if (!loaded || !(await hasImage(loaded))) return undefined;
  const { GenericContainer, Wait } = loaded;
  let container: StartedTestContainer;
  try {
    container = await new GenericContainer(eventStoreImage)
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' })
      .withExposedPorts(port)
      .withWaitStrategy(Wait.forHttp('/health/live', port).forStatusCode(204))
      .start();
  } catch (reason) {
    console.warn(`${eventStoreImage} could not be started in a container: ${reason}`);
    return undefined;
  }
  return {
    address: `esdb://${container.getHost()}:${container.getMappedPort(port)}?tls=false`,
    what: `${eventStoreImage} in a container`,
    stop: async () => {
      await container.stop();
    },
  };
}

/** Nothing is fetched here: a test neither waits for a download nor fails for want of one. */
async function hasImage({ getContainerRuntimeClient, ImageName }: Containers): Promise<boolean> {
  try {
    const { image } = await getContainerRuntimeClient();
    return await image.exists(ImageName.fromString(eventStoreImage));
  } catch {
    return false;
  }
}

async function theDouble(): Promise<EventStoreUnderTest> {
  const double: EventStoreDouble = await startEventStoreDouble();
  return { address: double.url, what: 'the double of EventStoreDB', stop: double.stop };
}

let said: string | undefined;

function say(what: string): void {
  if (said === what) return;
  said = what;
  console.info(`EventStoreDB in these tests: ${what}.`);
}
