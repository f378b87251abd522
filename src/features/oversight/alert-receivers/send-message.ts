import { lookup } from 'node:dns/promises';
import { isLoopback, isPublic, type Resolve } from '#platform/http/outgoing/checked-lookup.ts';
import { type Answer, sendRequest } from '#platform/http/outgoing/send-request.ts';
import type { Ctx } from '../../ctx.ts';
import type { AlertMessage } from './message-for.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 10_000;
/** The tests' receivers, at an address of this machine that no setting can name. */
const TEST_HOST = /^(\w+\.)?receiver\.example$/;

/** Whether an address may be told of alerts: by HTTPS at its usual port, without a name and password. */
export function isReceiverUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && !url.port && !url.username && !url.password;
}

/** Sends a message to addresses of the public internet alone, without following a redirect; throws an OutgoingError without an answer. */
export function sendMessage(
  { config }: Pick<Ctx, 'config'>,
  address: string,
  message: AlertMessage,
  resolve: Resolve = (host) => lookup(host, { all: true }),
): Promise<Answer> {
  const { url, allowed } = targetOf(config, address);
  const limits = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES, resolve, allowed };
  return sendRequest(url, { method: 'POST', ...message }, limits);
}

function targetOf({ outgoing_test_url }: Ctx['config'], address: string) {
  const url = new URL(address);
  if (outgoing_test_url === null || !TEST_HOST.test(url.hostname)) return { url, allowed: isPublic };
  return { url: new URL(`${url.pathname}${url.search}`, outgoing_test_url), allowed: isLoopback };
}

export const isTaken = ({ status }: Pick<Answer, 'status'>): boolean => status >= 200 && status < 300;
