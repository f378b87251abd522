import { connect as openSocket, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './machine.ts';

export interface LoadRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadOptions {
  url: string;
  /** Each has its own connection and one request in flight at a time. */
  clients: number;
  seconds: number;
  /** The status that every response must have. */
  status: number;
  next: (client: number) => LoadRequest;
  /** How long each client rests after an answer; without it, it asks again at once. */
  rest_ms?: number;
}

export interface LoadResult {
  requests: number;
  per_second: number;
  p50_ms: number;
  p99_ms: number;
}

/** Loads a server over keep-alive connections. Uses raw sockets: a full HTTP client costs as much as the server. */
export async function runLoad({ url, clients, seconds, status, next, rest_ms = 0 }: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;

  async function client(number: number): Promise<void> {
    const socket = openSocket({ port: Number(port), host: hostname, noDelay: true });
    try {
      const answers = readAnswers(socket);
      while (performance.now() < end) {
        const request = wire(next(number));
        const asked = performance.now();
        socket.write(request);
        const { value, done } = await answers.next();
        if (done) throw new Error('The server closed the connection.');
        if (value.status !== status)
          throw new Error(`Answered ${value.status}: ${value.body.toString().slice(0, 300)}`);
        latencies.push(performance.now() - asked);
        if (rest_ms > 0) await delay(rest_ms);
      }
    } finally {
      socket.destroy();
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const elapsed = (performance.now() - start) / 1000;
  return {
    requests: latencies.length,
    per_second: latencies.length / elapsed,
    p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99),
  };
}

function wire({ path, method = 'GET', headers = {}, body }: LoadRequest): string {
  const sent: Record<string, string> = { host: 'localhost', accept: 'application/json', ...headers };
  if (body !== undefined) {
    sent['content-type'] = 'application/json';
    sent['content-length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

interface Answer {
  status: number;
  body: Buffer;
}

// Responses arrive one at a time, so the buffer always starts with the next one.
async function* readAnswers(socket: Socket): AsyncGenerator<Answer> {
  let buffer: Buffer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    for (let parsed = parse(buffer); parsed; parsed = parse(buffer)) {
      buffer = buffer.subarray(parsed.end);
      yield parsed.answer;
    }
  }
}

function parse(buffer: Buffer): { answer: Answer; end: number } | undefined {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = buffer.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const from = headEnd + 4;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) {
    const end = from + Number(length[1]);
    return buffer.length < end ? undefined : { answer: { status, body: buffer.subarray(from, end) }, end };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { answer: { status, body: Buffer.alloc(0) }, end: from };
  return parseChunks(buffer, from, status);
}

function parseChunks(buffer: Buffer, from: number, status: number): { answer: Answer; end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = buffer.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(buffer.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (buffer.length < end) return undefined;
    if (size === 0) return { answer: { status, body: Buffer.concat(parts) }, end };
    parts.push(buffer.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = end;
  }
}
