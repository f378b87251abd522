import type { Hono } from 'hono';
import type { Call } from '#contracts/call.ts';
import { docsPage } from '#platform/http/docs-page.ts';
import { openApiDocument } from '#platform/http/openapi.ts';

const TITLE = 'Facevalue API';

/** The API's description: for machines as OpenAPI, for people as a page. */
export function mountDocs(app: Hono, calls: Record<string, Call>, url: string): void {
  const document = JSON.stringify(openApiDocument(calls, { title: TITLE, version: '1.0.0', url }));
  app.get('/api/openapi.json', () => new Response(document, { headers: { 'content-type': 'application/json' } }));
  app.get('/api/docs', (c) => c.html(docsPage(calls, TITLE)));
}
