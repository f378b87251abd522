import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number>;
  failed: boolean;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'failed'> & { attributes: Attribute[]; status: { code?: number } })[];
    }[];
  }[];
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}

/** A small receiver of OTLP over HTTP in JSON, which ends with the test file. */
export async function startOtlpReceiver() {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const answers = { status: 200 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (answers.status === 200 && request.url === '/v1/traces') {
      bodies.push(body);
      headers.push(request.headers);
    }
    response.writeHead(answers.status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const all = () => bodies.map((body) => JSON.parse(body) as Sent).flatMap(({ resourceSpans }) => resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    headers,
    /** Everything that arrived, as it arrived. */
    raw: () => bodies.join('\n'),
    resource: () => all().map(({ resource }) => valuesOf(resource.attributes)),
    spans: (): ReceivedSpan[] =>
      all()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: valuesOf(span.attributes), failed: span.status.code === 2 })),
    forget: () => void bodies.splice(0),
  };
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
