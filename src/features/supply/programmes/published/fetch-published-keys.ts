import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '#platform/config.ts';
import { isLoopback, isPublic, type Resolve } from '#platform/http/outgoing/checked-lookup.ts';
import { OutgoingError } from '#platform/http/outgoing/outgoing-error.ts';
import { sendRequest } from '#platform/http/outgoing/send-request.ts';

const PATH = '/.well-known/facevalue-key';
const HEAD = 'facevalue-key 1';
const KEY = /^key: ([A-Za-z0-9+/]{43}=)$/;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 4_096;
/** Names that are kept for examples lead nowhere (RFC 2606); the simulated issuer stands for them. */
const EXAMPLE = /(^|\.)example$/;

/** The keys that an issuer publishes at the host of its terms, in base64; none where there is no such file, or it can't be read. */
export async function fetchPublishedKeys(
  { issuer_demo_url }: Pick<Config, 'issuer_demo_url'>,
  terms_url: string,
  resolve: Resolve = (host) => lookup(host, { all: true }),
): Promise<string[]> {
  const { hostname } = new URL(terms_url);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return [];
  const simulated = EXAMPLE.test(hostname);
  if (simulated && issuer_demo_url === null) return [];
  const url = new URL(PATH, simulated ? issuer_demo_url! : `https://${hostname}`);
  const limits = {
    timeout_ms: TIMEOUT_MS,
    max_bytes: MAX_BYTES,
    resolve,
    allowed: simulated ? isLoopback : isPublic,
  };
  try {
    const { text } = await sendRequest(url, { method: 'GET', headers: { host: hostname } }, limits);
    return readKeys(text);
  } catch (error) {
    if (error instanceof OutgoingError) return [];
    throw error;
  }
}

function readKeys(text: string): string[] {
  const [head, ...lines] = text.trimEnd().split(/\r?\n/);
  const keys = lines.map((line) => KEY.exec(line)?.[1]);
  return head === HEAD && keys.every((key) => key !== undefined) ? (keys as string[]) : [];
}
