import { lookup } from 'node:dns/promises';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { DAY_S } from '#contracts/time-units.ts';
import { isLoopback, isPublic, type Resolve } from '#platform/http/outgoing/checked-lookup.ts';
import { sendRequest } from '#platform/http/outgoing/send-request.ts';
import type { Ctx } from '../../ctx.ts';
import type { PushKey } from './keys/push-key.ts';

export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Pushed {
  title: string;
  /** The page that opens. */
  path: string;
  /** A newer message with it takes the place of an older one. */
  tag: string;
}

/** A message that no browser took by then says nothing new. */
export const TTL_S = DAY_S;
const TIMEOUT_MS = 3_000;
/** The tests' push services, at an address of this machine that no setting can name. */
const TEST_HOST = /^(\w+\.)?push\.example$/;

/** Sends a message, encrypted for one browser (RFC 8291), to its push service; returns the status of the answer. */
export async function sendPush(
  { config }: Pick<Ctx, 'config'>,
  { key, browser, pushed }: { key: PushKey; browser: Browser; pushed: Pushed },
  resolve: Resolve = (host) => lookup(host, { all: true }),
): Promise<number> {
  const { endpoint, p256dh, auth } = browser;
  const { headers, body } = await buildPushPayload(
    { data: { ...pushed }, options: { ttl: TTL_S, urgency: 'normal' } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { subject: contactOf(config), publicKey: key.public_key, privateKey: key.private_key },
  );
  const { url, allowed } = targetOf(config, endpoint);
  const limits = { timeout_ms: TIMEOUT_MS, max_bytes: 0, resolve, allowed };
  return (await sendRequest(url, { method: 'POST', headers, body }, limits)).status;
}

/** Whom a push service may write to about this shop (RFC 8292, section 2.1). */
const contactOf = ({ operator_email, public_url }: Ctx['config']) =>
  operator_email ? `mailto:${operator_email}` : public_url;

function targetOf({ outgoing_test_url }: Ctx['config'], endpoint: string) {
  const url = new URL(endpoint);
  if (outgoing_test_url === null || !TEST_HOST.test(url.hostname)) return { url, allowed: isPublic };
  return { url: new URL(url.pathname, outgoing_test_url), allowed: isLoopback };
}
