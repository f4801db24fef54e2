import type { IncomingMessage } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';
import { type Socket as Connection, Server as Engine } from 'engine.io';
import { type Request, type Response, Router } from 'express';
import { Server } from 'socket.io';
import { Busy, Invalid } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { LogBatch } from '../../modules/kernel/event-store.ts';
import type { Notices } from '../../modules/kernel/notices.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { Authentication } from '../http/authentication/authentication.ts';
import { asksForUpgrade, takeUpgrade } from '../http/connections/upgrades.ts';
import type { CountedLog } from '../runtime/logging/counted-log.ts';
import type { Log } from '../runtime/logging/log.ts';
import { pause } from '../runtime/time/pause.ts';
import { handshakes } from './handshakes.ts';
import { defaultLiveBounds, type LiveBounds } from './live-bounds.ts';
import type { LiveServer } from './live-socket.ts';
import { messages } from './messages.ts';
import { OpenConnections } from './open-connections.ts';
import { People } from './people.ts';
import { Teller } from './teller.ts';
import { TopicTeller } from './topic-teller.ts';

export type LiveOptions = {
  readonly notices: readonly Notices[];
  readonly authentication: Pick<Authentication, 'verifyAccessToken' | 'callerOf' | 'sessionNow'>;
  /** Whether GETs show what an event did to the documents of these projections. */
  readonly shows: (event: StoredEvent, by: readonly Projection[]) => boolean;
  /** How many sockets an address and a person may have; 0 is without limit. */
  readonly perAddress: number;
  readonly perUser: number;
  readonly now: () => Date;
  readonly told?: ((event: StoredEvent, notice: string, browsers: number) => void) | undefined;
  readonly log: Log;
  readonly counted: CountedLog;
  readonly bounds?: LiveBounds;
};

/**
 * Events that are told one by one after the node was held up, since its store was away perhaps. With more it is less work for
 * everybody to ask anew.
 */
const mostMissed = 10_000;
/** Milliseconds that a peer has to close its side when the node closes. */
const farewell = 250;
/**
 * Milliseconds over which connections end when the node closes, and the most between two of them. All at once they would
 * also come back at once, each with a handshake and everything that it shows to be asked for anew.
 */
const spread = { most: 1_500, gap: 50 };

/**
 * Tells browsers over Socket.IO what has happened, as this node's feed hears it. Every node tells its own sockets; there is
 * no bus between nodes.
 */
export class Live {
  /** Serves Socket.IO below its path: polls, and upgrades to websockets. */
  readonly router: Router = Router();
  readonly #io: LiveServer;
  readonly #engine: Engine;
  readonly #connections: OpenConnections;
  readonly #people: People;
  readonly #topics: readonly TopicTeller[];
  readonly #teller: Teller;
  /** Where a request came from, as the proxies that are believed say it. */
  readonly #addresses = new WeakMap<IncomingMessage, string | undefined>();
  readonly #upgraded = new Set<TcpSocket>();
  readonly #everySecond: NodeJS.Timeout;
  #isClosing = false;
  #isClosed = false;
  /** Events since the node was last at the end of the log. */
  #behind = 0;

  constructor(options: LiveOptions) {
    const { notices, log, now, perAddress, bounds = defaultLiveBounds } = options;
    this.#io = new Server({ connectTimeout: bounds.handshake, serveClient: false });
    this.#engine = new Engine({
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: bounds.message,
      pingInterval: bounds.pingInterval,
      pingTimeout: bounds.pingTimeout,
      upgradeTimeout: bounds.handshake,
      perMessageDeflate: false,
      httpCompression: false,
    });
    this.#connections = new OpenConnections(bounds, perAddress);
    this.#engine.on('connection', (connection: Connection) => {
      this.#connections.open(connection, this.#addresses.get(connection.request));
    });
    this.#io.bind(this.#engine);
    this.#topics = notices
      .flatMap(({ topics }) => topics)
      .map((topic) => new TopicTeller({ topic, io: this.#io, bounds, log }));
    this.#people = new People({
      ...options,
      io: this.#io,
      becameAdmins: (socket) => {
        for (const teller of this.#topics) {
          const { to, first } = teller.topic;
          if (to === 'admins' && first !== undefined) teller.ask(socket, [first]);
        }
      },
    });
    this.#teller = new Teller({
      io: this.#io,
      notices,
      topics: this.#topics,
      shows: options.shows,
      told: options.told,
      log,
    });
    handshakes(this.#io, this.#people, this.#connections, options.counted);
    messages(this.#io, this.#people, this.#topics);
    this.router.use((request, response) => this.#serve(request, response));
    let today = dayOf(now());
    this.#everySecond = setInterval(() => {
      this.#connections.everySecond();
      this.#people.lapse();
      this.#teller.again();
      if (dayOf(now()) === today) return;
      today = dayOf(now());
      for (const teller of this.#topics) if (teller.topic.atMidnight) teller.changed(teller.topic.atMidnight);
    }, 1_000).unref();
  }

  /** How many live connections there are. */
  get connections(): number {
    return this.#connections.count;
  }

  /** Tells of what has happened, which this node's GETs show by now. */
  tell(batch: LogBatch): void {
    if (this.#isClosed) return;
    for (const event of batch.events) this.#people.heed(event);
    this.#behind += batch.events.length;
    if (this.#behind <= mostMissed) this.#teller.tell(batch, this.#connections.count > 0);
    else if (batch.caughtUp) this.#connections.closeAll(); // Browsers come back by themselves, and ask for all that they show.
    if (batch.caughtUp) this.#behind = 0;
  }

  /** Takes no more connections, and ends those that there are one after the other, so that browsers go on at another node. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#connections.closeInTurn(spread);
    this.#isClosed = true;
    clearInterval(this.#everySecond);
    for (const teller of this.#topics) teller.close();
    this.#connections.closeAll();
    const until = performance.now() + farewell;
    while (this.#upgraded.size > 0 && performance.now() < until) await pause(10);
    for (const socket of this.#upgraded) socket.destroy();
  }

  /** Apart, so that what listens to the end of a connection keeps nothing of how it began. */
  #keep(socket: TcpSocket): void {
    this.#upgraded.add(socket);
    socket.once('close', () => this.#upgraded.delete(socket));
  }

  #serve(request: Request, response: Response): void {
    const { sid, transport } = queryOf(request);
    if (this.#isClosed || (this.#isClosing && !sid)) throw new Busy('This node is closing. Please connect again.');
    if (!sid) {
      this.#connections.checkPlaceFor(request.ip, transport === 'polling');
      this.#addresses.set(request, request.ip);
    }
    if (asksForUpgrade(request)) this.#connections.checkPlaceForUpgrade(request.socket, request.ip);
    const upgrade = takeUpgrade(request);
    if (!upgrade) {
      this.#engine.handleRequest(request, response);
      return;
    }
    this.#keep(upgrade.socket);
    this.#engine.handleUpgrade(request, upgrade.socket, upgrade.head);
  }
}

/** What is asked for, as Engine.IO reads it: otherwise it could begin what was not counted. */
function queryOf({ url }: Request): Partial<Record<string, string>> {
  const here = 'http://here.invalid';
  if (!URL.canParse(url, here)) throw new Invalid('The address is not well formed.');
  return Object.fromEntries(new URL(url, here).searchParams);
}

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / 86_400_000);
}
