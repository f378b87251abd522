import type { PushTopic } from '#contracts/identity/push.ts';
import type { Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Resolve } from '#platform/http/outgoing/checked-lookup.ts';
import { OutgoingError } from '#platform/http/outgoing/outgoing-error.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx, VaultCtx } from '../../ctx.ts';
import { sessionEnd } from '../sessions/session/session-end.ts';
import { findPushKey, subscriptionAad } from './keys/push-key.ts';
import { limitSending } from './limit-sending.ts';
import { pushText, topicOf } from './push-text.ts';
import { sendPush, TTL_S } from './send-push.ts';

interface Due {
  public_key: string;
  sealed: Uint8Array;
  endpoint_mac: Uint8Array;
  topics: PushTopic[];
  title: Text;
  link: string;
  locale: string | null;
}

type Row = Due & { role: string; created_at: string; last_used_at: string; expires_at: string };

/** Sends one notification to one browser. What was read, switched off or signed out by then isn't sent. */
export function pushTask(ctx: VaultCtx, resolve?: Resolve): Task {
  const limited = limitSending();
  return async ({ notification_id = '', subscription_id = '' }) => {
    const due = await findDue(ctx, notification_id, subscription_id);
    const topic = due && topicOf(due.link);
    const key = topic && due.topics.includes(topic) && (await findPushKey(ctx, due.public_key));
    if (!key) return;
    const browser = JSON.parse(ctx.vault.open(key.data_key, due.sealed, subscriptionAad(due.endpoint_mac)));
    const title = translate(due.locale ?? undefined, pushText(due.title, topic));
    const message = { key, browser, pushed: { title, path: due.link, tag: topic } };
    const sending = limited(new URL(browser.endpoint).hostname, () => sendPush(ctx, message, resolve));
    await settle(ctx, subscription_id, await sending.catch(failureOf));
  };
}

async function findDue(
  { sql, clock, config }: Ctx,
  notification_id: string,
  subscription_id: string,
): Promise<Due | undefined> {
  const now = clock.now().getTime();
  const [due] = await sql<Row[]>`
    select p.public_key, p.sealed, p.endpoint_mac, p.topics, n.title, n.link, u.locale, u.role, s.created_at,
      s.last_used_at, s.expires_at
    from push_subscriptions p
    join sessions s on s.id = p.session_id and s.expires_at > ${new Date(now)}
    join notifications n on n.user_id = p.user_id
    join users u on u.id = p.user_id
    where p.id = ${subscription_id} and n.id = ${notification_id} and n.link is not null and n.read_at is null
      and n.created_at > ${new Date(now - TTL_S * 1000)}`;
  return due && sessionEnd(config, due).at > now ? due : undefined;
}

const failureOf = (error: unknown) => {
  if (error instanceof OutgoingError) return error.failure;
  throw error;
};

/** The browser is gone, subscribed with another key, or named an address inside our network. */
const final: unknown[] = [401, 403, 404, 410, 'address'];
/** The service won't take this message, whenever it comes. */
const refused = (outcome: unknown) => typeof outcome === 'number' && outcome >= 300 && outcome < 500 && outcome !== 429;

async function settle({ sql, log, clock }: Ctx, id: string, outcome: number | string): Promise<void> {
  if (typeof outcome === 'number' && outcome < 300) {
    await sql`update push_subscriptions set last_sent_at = ${clock.now()} where id = ${id}`;
  } else if (final.includes(outcome)) {
    await sql`delete from push_subscriptions where id = ${id}`;
    log.info({ subscription: id, outcome }, 'a push subscription ended');
  } else if (refused(outcome)) {
    log.error({ subscription: id, outcome }, 'a push message was refused');
  } else {
    // Retried by the job: later, and less and less often.
    throw new Error(`A push service did not take a message: ${outcome}.`);
  }
}
