import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AdapterError } from './adapter-error.ts';

export interface Limits {
  timeout_ms: number;
  max_bytes: number;
  lookup: LookupFunction;
  allowed: (address: string) => boolean;
}

export interface Answer {
  headers: IncomingHttpHeaders;
  text: string;
}

/** Posts a text on a connection of its own and reads the answer, which has to be a 200 of limited size within the time. */
export async function postText(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  { timeout_ms, max_bytes, lookup, allowed }: Limits,
): Promise<Answer> {
  // Node resolves no address, so the lookup would never see it.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !allowed(literal)) throw new AdapterError('address');
  const signal = AbortSignal.timeout(timeout_ms);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const { request } = url.protocol === 'https:' ? https : http;
      request(url, { method: 'POST', headers, agent: false, lookup, signal })
        .on('response', resolve)
        .on('error', reject)
        .end(body);
    });
    return { headers: response.headers, text: await readText(response, max_bytes) };
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    throw new AdapterError(signal.aborted ? 'timeout' : 'network');
  }
}

async function readText(response: IncomingMessage, limit: number): Promise<string> {
  try {
    const { statusCode: status = 0 } = response;
    if (status !== 200) throw new AdapterError(status >= 300 && status < 400 ? 'redirect' : 'status');
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) throw new AdapterError('too_long');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    response.destroy();
  }
}
