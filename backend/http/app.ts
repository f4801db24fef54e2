import type { RequestListener } from 'node:http';
import express, { type RequestHandler, type Router } from 'express';
import { Busy, Invalid, NotFound } from '../../modules/kernel/errors.ts';
import type { Module } from '../../modules/kernel/module.ts';
import { livePath } from '../../modules/kernel/wire/live-wire.ts';
import { localIssuerPath } from '../oidc/local-issuer/path.ts';
import type { CountedLog } from '../runtime/logging/counted-log.ts';
import type { Log } from '../runtime/logging/log.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { warnOfForwardedFor } from './connections/forwarded-for.ts';
import { type Health, health } from './health.ts';
import { type MetricsOptions, metrics } from './metrics.ts';
import { apiDocs } from './openapi/api-docs.ts';
import { openApiOf } from './openapi/openapi.ts';
import { freshFirst, type KnowFirst } from './pages/first-screens.ts';
import { page } from './pages/page.ts';
import { pagePolicy, type SecurityOptions, securityHeaders, withHeaders } from './pages/security-headers.ts';
import { staticFiles } from './pages/static-files.ts';
import { answerProblem } from './problems/answer-problem.ts';
import { saysItsHost } from './requests/one-host.ts';
import type { Serving } from './routing/serve-route.ts';
import { type AnsweredCall, carriersOf, frontDoor, serveRoutes } from './routing/serve-routes.ts';

export type AppOptions = Serving &
  Health &
  SecurityOptions & {
    readonly modules: readonly Module[];
    /** Where refusals and faults are told. */
    readonly counted: CountedLog;
    readonly log: Pick<Log, 'warn'>;
    readonly metrics: MetricsOptions;
    readonly tracing?: Tracing | undefined;
    readonly answered?: ((call: AnsweredCall) => void) | undefined;
    /** False until the shop has caught up for the first time. */
    readonly isOpen: () => boolean;
    /** How many proxies in front of the shop are believed about where a call comes from. */
    readonly trustProxy: number;
    /** Folder of the built frontend. */
    readonly frontend: string;
    /** What goes into the first screens of pages. */
    readonly know: KnowFirst;
    /** The payment sandbox, when there is one. */
    readonly sandbox?: Router;
    /** The local issuer's pages, when there is one. */
    readonly issuer?: Router;
    /** Socket.IO's requests: its polls are no calls, and are held for as long as there is nothing to tell. */
    readonly live: Router;
    /** Serves what admins have uploaded. */
    readonly pictures: RequestHandler;
  };

/** The whole HTTP side: the API, its documentation, health, and the built frontend. */
export function createApp(options: AppOptions): RequestListener {
  const always = securityHeaders(options);
  const look = warnOfForwardedFor(options.trustProxy, options.log);
  const carriers = carriersOf(
    options.modules.flatMap(({ routes }) => routes),
    options,
  );
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', options.trustProxy);
  app.use(withHeaders(always));
  app.use((request, _response, next) => {
    next(saysItsHost(request) ? undefined : new Invalid('The request does not say which host it is for.'));
  });
  app.use(health(options));
  app.use(metrics(options.metrics, { ...options, callFrom: (request) => options.limits.callFrom(request) }));
  app.use((_request, _response, next) => {
    next(options.isOpen() ? undefined : new Busy('The shop is about to open. Please try again in a moment.'));
  });
  app.use((request, _response, next) => {
    look(request);
    next();
  });
  app.use(livePath, options.live);
  if (options.sandbox) app.use('/sandbox/stripe', options.sandbox);
  if (options.issuer) app.use(localIssuerPath, options.issuer);
  app.use(serveRoutes(carriers, options.tracing !== undefined));
  const counted: RequestHandler = async (request, _response, next) => {
    await options.limits.callFrom(request);
    next();
  };
  app.use(options.pictures);
  app.use('/openapi.json', counted);
  app.use(apiDocs(() => openApiOf(options.modules)));
  app.use(staticFiles(options.frontend));
  const faulty = (reason: unknown) =>
    options.counted.fault(reason, { message: 'a first screen could not be made', call: 'page' });
  app.use(page(options.frontend, pagePolicy(options), freshFirst(options.know, options.whenFresh, faulty)));
  app.use(counted, (_request, _response, next) => next(new NotFound('There is nothing at this address.')));
  app.use(answerProblem(options.counted));
  return frontDoor(app, carriers, { ...options, always, look, calls: options.metrics.calls });
}
