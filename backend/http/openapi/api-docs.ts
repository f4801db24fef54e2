import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Router } from 'express';
import { staticFiles } from '../pages/static-files.ts';
import { sendJson } from '../responses/send-json.ts';

// Only the folder is wanted; the package itself would be loaded at every start.
const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Of the package's files those that the page shows: they are kept in the memory, and the others are ten megabytes. */
const shown = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js']);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inventory API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api-docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api-docs/swagger-ui-bundle.js"></script>
<script src="/api-docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });\n`;

/**
 * The OpenAPI document, and a page to read it and try it on.
 * @param documentOf makes the document: when it is first asked for, since a start needs none
 */
export function apiDocs(documentOf: () => unknown): Router {
  const router = Router();
  let json: string | undefined;
  router.get('/openapi.json', (_request, response) => {
    json ??= JSON.stringify(documentOf());
    return sendJson(response, json, { status: 200 });
  });
  router.get('/api-docs', (_request, response) => {
    response.type('html').send(page);
  });
  router.get('/api-docs/start.js', (_request, response) => {
    response.type('text/javascript').send(start);
  });
  // A day: after an update of the shop the page is of one release, though its files are called as before.
  const files = staticFiles(folder, { keep: 86_400 });
  router.use('/api-docs', (request, response, next) =>
    shown.has(request.path) ? files(request, response, next) : next(),
  );
  return router;
}
