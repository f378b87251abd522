import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { checkedLookup, type Resolve } from './checked-lookup.ts';
import { OutgoingError } from './outgoing-error.ts';

export interface Limits {
  timeout_ms: number;
  max_bytes: number;
  resolve: Resolve;
  /** The addresses that may be connected to. */
  allowed: (address: string) => boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty unless the status is 200: nothing else is read. */
  text: string;
}

/** Sends a request to another server on a connection of its own, to allowed addresses only, and reads an answer of limited size within the time. */
export async function sendRequest(
  url: URL,
  { method, headers, body }: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | Uint8Array },
  { timeout_ms, max_bytes, resolve, allowed }: Limits,
): Promise<Answer> {
  // Node resolves no address, so the lookup would never see it.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !allowed(literal)) throw new OutgoingError('address');
  const signal = AbortSignal.timeout(timeout_ms);
  try {
    const response = await new Promise<IncomingMessage>((done, reject) => {
      const { request } = url.protocol === 'https:' ? https : http;
      request(url, { method, headers, agent: false, lookup: checkedLookup(resolve, allowed), signal })
        .on('response', done)
        .on('error', reject)
        .end(body);
    });
    const { statusCode: status = 0 } = response;
    return { status, headers: response.headers, text: await readText(response, status === 200 ? max_bytes : 0) };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError(signal.aborted ? 'timeout' : 'network');
  }
}

async function readText(response: IncomingMessage, limit: number): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    if (limit === 0) return '';
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) throw new OutgoingError('too_long');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    response.destroy();
  }
}
