import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Call } from '#contracts/call.ts';
import { errorReply } from '#contracts/shapes.ts';

const refusals: Record<string, string> = {
  400: 'The request could not be read.',
  401: 'Sign in first.',
  403: 'Not allowed.',
  404: 'Not found, or not yours.',
  409: 'The state does not allow it, or a request with this key is still running.',
  413: 'The body is too large.',
  422: 'A field is refused; `errors` names it.',
  429: 'Too many requests; `Retry-After` says for how long.',
};

/** The API as an OpenAPI 3.1 document, made from the contracts. */
export function openApiDocument(
  calls: Record<string, Call>,
  { title, version, url }: { title: string; version: string; url: string },
) {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, call] of Object.entries(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: 'Money is integer cents, coins are integer base units as strings, times are ISO 8601 in UTC.',
    },
    servers: [{ url }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
  return createDocument(document);
}

function operation(name: string, call: Call) {
  const errors = Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: errorReply } } },
    ]),
  );
  const success = String(call.status ?? (call.reply ? 200 : 204));
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[2] ?? 'api'],
    security: securityOf(call),
    'x-guards': [...call.guards],
    ...(call.stepUp && { 'x-step-up': call.stepUp }),
    requestParams: {
      ...(call.params instanceof z.ZodObject && { path: call.params }),
      ...(call.query instanceof z.ZodObject && { query: call.query }),
      ...(call.idempotent && { header: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }) }),
    },
    ...(call.upload && {
      requestBody: { content: { [call.upload]: { schema: { type: 'string' as const, format: 'binary' } } } },
    }),
    ...(call.body && {
      requestBody: {
        content: {
          'application/json': { schema: call.body },
          ...(call.form && { 'application/x-www-form-urlencoded': { schema: call.body } }),
        },
      },
    }),
    responses: {
      [success]: call.reply
        ? { description: 'Done.', content: { 'application/json': { schema: call.reply } } }
        : { description: 'Done.' },
      ...(call.reply instanceof z.ZodOptional && { 204: { description: 'There is none.' } }),
      ...errors,
    },
  };
}

/** With the guard `catalogue`, a call needs a token only where the catalogue is not public. */
const securityOf = ({ guards }: Call) => [
  ...(guards.includes('auth') || guards.includes('catalogue') ? [{ bearer: [] }] : []),
  ...(guards.includes('catalogue') ? [{}] : []),
];
