import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Application, type Request, Router } from 'express';
import type { Route } from '../../../modules/kernel/route.ts';
import { livePath } from '../../../modules/kernel/wire/live-wire.ts';
import type { AnsweredCalls } from '../../metrics/answered-calls.ts';
import type { CountedLog } from '../../runtime/logging/counted-log.ts';
import type { TracedCall, Tracing } from '../../tracing/tracing.ts';
import { addressOf } from '../connections/address-of.ts';
import { answerWithProblem } from '../problems/answer-problem.ts';
import { saysItsHost } from '../requests/one-host.ts';
import type { Call } from './call.ts';
import { CallIds } from './call-ids.ts';
import { RouteTable } from './route-table.ts';
import { type Carry, carrierOf, type Serving } from './serve-route.ts';

/** How Express writes the path of a route. */
const inExpress = ({ path }: Route) => path.replaceAll(/\{(\w+)\}/g, ':$1');

type Carriers = ReadonlyMap<Route, Carry>;

/** What became of a call, which is named as it is declared (`GET /user/:email`). */
export type AnsweredCall = {
  readonly call: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly ids: CallIds;
};

/** What carries out the calls of each route, whichever way they come in. */
export function carriersOf(routes: readonly Route[], serving: Serving): Carriers {
  return new Map(routes.map((route) => [route, carrierOf(route, serving)]));
}

/** An express router that serves the modules' routes, however their addresses are spelt. */
export function serveRoutes(carriers: Carriers, isTraced = false): Router {
  const router = Router({ caseSensitive: true });
  for (const [route, carry] of carriers) {
    router[route.method](inExpress(route), (request, response) =>
      carry({ ...partsOf(request), request, response, ids: new CallIds(request.headers, isTraced), always: [] }),
    );
  }
  return router;
}

function partsOf(request: Request): Pick<Call, 'params' | 'pathname' | 'search' | 'origin'> {
  const { params, path: pathname, ip, socket } = request;
  const [url = ''] = request.url.split('#');
  const end = url.indexOf('?');
  return { params, pathname, search: end === -1 ? '' : url.slice(end + 1), origin: { ip, socket } };
}

/**
 * The way in for nearly all calls: those whose method and address are found in a table are carried out at once. All others,
 * such as pages and files, take the way through Express's chain, which costs a call of the API twice what its answer costs.
 */
export function frontDoor(
  app: Application,
  carriers: Carriers,
  options: {
    readonly isOpen: () => boolean;
    readonly trustProxy: number;
    readonly counted: CountedLog;
    /** Where it is counted how long calls take. */
    readonly calls: AnsweredCalls;
    readonly tracing?: Tracing | undefined;
    /** Told of every call that was answered, where somebody wants to know. */
    readonly answered?: ((call: AnsweredCall) => void) | undefined;
    /** Headers of every answer: names and values in turn. */
    readonly always: readonly string[];
    /** Hears of every call, before it is carried out. */
    readonly look: (request: IncomingMessage) => void;
  },
): RequestListener {
  const { isOpen, trustProxy, counted, calls, always, look, tracing, answered } = options;
  const table = new RouteTable(carriers);
  const ofRoute = new Map(
    [...carriers.keys()].map((route) => [route, calls.of(route.method.toUpperCase(), route.path)]),
  );
  const paths = new Map([...carriers.keys()].map((route) => [inExpress(route), route.path]));
  const ipOf = addressOf(trustProxy);

  async function carry(carryOut: Carry, route: Route, call: Call): Promise<void> {
    const began = performance.now();
    const answer = () => answerTo(carryOut, route, call);
    await (tracing ? tracing.call(tracedCallOf(route, call), answer) : answer());
    const milliseconds = performance.now() - began;
    ofRoute.get(route)?.add(statusOf(call.response), milliseconds / 1_000);
    answered?.({ call: nameOf(route), status: statusOf(call.response), milliseconds, ids: call.ids });
  }

  async function answerTo(carryOut: Carry, route: Route, call: Call): Promise<void> {
    try {
      await carryOut(call);
    } catch (reason) {
      const failed = { response: call.response, call: nameOf(route), ids: call.ids, always };
      await answerWithProblem(reason, failed, counted).catch((fault: unknown) => {
        // Nobody else would hear of it, and what nobody hears of ends the process.
        call.response.destroy();
        counted.fault(fault, { message: 'no answer could be given', call: failed.call });
      });
    }
  }

  /** What goes through Express's chain: routes that are spelt otherwise, and all that is no route. */
  function count(request: IncomingMessage, response: ServerResponse): void {
    // Polls wait until something happens, and upgrades end in no answer.
    if (request.url?.startsWith(livePath)) return;
    const began = performance.now();
    response.once('close', () => {
      const route = paths.get(String((request as Partial<Request>).route?.path)) ?? 'other';
      calls.of(request.method ?? '', route).add(statusOf(response), (performance.now() - began) / 1_000);
    });
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const found = isOpen() && saysItsHost(request) ? table.find(request.method, request.url) : undefined;
    if (!found) {
      count(request, response);
      return void app(request, response);
    }
    look(request);
    const { route, handler, params, pathname, search } = found;
    const origin = { ip: ipOf(request), socket: request.socket };
    const ids = new CallIds(request.headers, tracing !== undefined);
    void carry(handler, route, { request, response, params, pathname, search, origin, always, ids });
  };
}

const nameOf = (route: Route) => `${route.method.toUpperCase()} ${inExpress(route)}`;

function tracedCallOf({ path, method }: Route, { ids, response }: Call): TracedCall {
  return {
    method: method.toUpperCase(),
    route: path,
    correlationId: ids.correlation,
    parent: ids.trace,
    status: () => statusOf(response),
  };
}

/** 0 for none: whoever asked has hung up before it was said. */
function statusOf({ headersSent, statusCode }: ServerResponse): number {
  return headersSent ? statusCode : 0;
}
