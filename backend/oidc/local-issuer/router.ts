import { join } from 'node:path';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type Provider from 'oidc-provider';
import { isLoopback } from '../../start/demo/demo.ts';
import { brokenOffPage, emptyFields, type Fields, signInPage, stylePath } from './pages.ts';
import { type People, saidAboutOneself } from './people.ts';

const style = join(import.meta.dirname, 'issuer.css');
const longestForm = '10kb';
/** How the issuer's session and its signature are called. */
export const sessionCookie = 'issuer_session';

/**
 * The local issuer over HTTP, below `base`. It answers only who calls this machine by its own name: without this, a page
 * elsewhere could have its own name lead here (DNS rebinding).
 */
export function issuerRouter(base: string, people: People, open: () => Promise<Provider>): Router {
  const router = Router();
  router.use(onThisMachine, asIfForTheFirstTime);
  router.get(stylePath, (_request, response) => void response.sendFile(style));
  router.get('/interaction/:uid', async (request, response) => {
    if (!(await underWay(await open(), request, response))) return sendPage(response, 400, brokenOffPage(base));
    sendPage(response, 200, signInPage(base, request.originalUrl, emptyFields));
  });
  const form = express.urlencoded({ extended: false, limit: longestForm });
  router.post('/interaction/:uid', form, async (request, response) => {
    const provider = await open();
    if (!(await underWay(provider, request, response))) return sendPage(response, 400, brokenOffPage(base));
    const { cancel, ...typed } = Object.fromEntries(new URLSearchParams(request.body));
    if (cancel !== undefined) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const said = saidAboutOneself.safeParse(typed);
    if (!said.success)
      return sendPage(response, 400, signInPage(base, request.originalUrl, fieldsOf(typed, said.error.issues)));
    const login = { accountId: people.take(said.data), remember: false };
    return provider.interactionFinished(request, response, { login });
  });
  router.use(async (request, response) => (await open()).callback()(request, response));
  return router;
}

const onThisMachine: RequestHandler = (request, _response, next) => {
  next(isLoopback(request.hostname) ? undefined : 'router');
};

/** Somebody else may be there than a moment ago, of whom the issuer would first ask whether to sign the other one out. */
const asIfForTheFirstTime: RequestHandler = (request, _response, next) => {
  const cookies = (request.headers.cookie ?? '').split('; ').filter((cookie) => !cookie.startsWith(sessionCookie));
  request.headers.cookie = cookies.join('; ');
  next();
};

/** False for a sign-in that is over, or that another browser began. */
async function underWay(provider: Provider, request: Request, response: Response): Promise<boolean> {
  try {
    return (await provider.interactionDetails(request, response)).uid === request.params.uid;
  } catch {
    return false;
  }
}

function fieldsOf(
  typed: Readonly<Record<string, string>>,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Fields {
  const field = (name: keyof Fields) => ({
    value: typed[name] ?? '',
    wrong: issues.find(({ path }) => path[0] === name)?.message,
  });
  return { name: field('name'), email: field('email') };
}

function sendPage(response: Response, status: number, page: string): void {
  response.status(status).type('html').set('Cache-Control', 'no-store').send(page);
}
