import { lookup } from 'node:dns/promises';
import { sendRequest } from '#platform/http/outgoing/send-request.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Ctx } from '../../../ctx.ts';
import { findTrouble } from './find-trouble.ts';

const LIMITS = {
  timeout_ms: 10_000,
  max_bytes: 100_000,
  resolve: (host: string) => lookup(host, { all: true }),
  // The operator names the address, which may be one of their own network.
  allowed: () => true,
};

/**
 * Asks for HEARTBEAT_URL while mail, jobs, loops, sealing and checks are well, as healthchecks.io expects: whoever
 * watches there raises the alarm when it stays away. Throws, without the address, if nobody took it.
 */
export async function sendHeartbeat(ctx: Ctx, mailer: Mailer, url: string): Promise<void> {
  const troubles = await findTrouble(ctx, mailer);
  if (troubles.length > 0) {
    ctx.log.error({ troubles }, 'no heartbeat is sent: the shop is not well');
    return;
  }
  const { status } = await sendRequest(new URL(url), { method: 'GET', headers: {} }, LIMITS);
  if (status < 200 || status > 299) throw new Error(`The heartbeat was answered with ${status}.`);
}
