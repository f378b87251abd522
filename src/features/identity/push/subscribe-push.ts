import { ECDH } from 'node:crypto';
import type { Input, Reply } from '#contracts/call.ts';
import type { subscribePush as contract } from '#contracts/identity/push.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { isPushEndpoint } from './is-push-endpoint.ts';
import { findPushKey, subscriptionAad } from './keys/push-key.ts';
import { MAX_SUBSCRIPTIONS, readSubscriptions } from './read-subscriptions.ts';

/** Subscribes the browser of this session; one that is subscribed already changes hands. */
export async function subscribePush(
  ctx: VaultCtx,
  actor: Actor,
  { body: { endpoint, keys, topics } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  if (!isPushEndpoint(endpoint)) throw invalidField('endpoint', message('push.wrong_endpoint'));
  if (!isPoint(keys.p256dh)) throw invalidField('keys', message('push.wrong_key'));
  const key = await findPushKey(ctx);
  if (!key) throw new AppError('unavailable', message('push.no_key'));
  const mac = ctx.vault.mac('push endpoint', endpoint);
  const sealed = ctx.vault.seal(key.data_key, JSON.stringify({ endpoint, ...keys }), subscriptionAad(mac));
  const { id: user_id, session_id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    const [added] = await sql<{ id: string }[]>`
      insert into push_subscriptions (id, user_id, session_id, public_key, sealed, endpoint_mac, topics, created_at)
      values (uuidv7(), ${user_id}, ${session_id}, ${key.public_key}, ${sealed}, ${mac}, ${topics}, ${ctx.clock.now()})
      on conflict (endpoint_mac) do update
      set id = excluded.id, user_id = excluded.user_id, session_id = excluded.session_id,
        public_key = excluded.public_key, sealed = excluded.sealed, topics = excluded.topics,
        created_at = excluded.created_at, last_sent_at = null
      returning id`;
    // The same browser, before it came over to a newer key.
    await sql`
      delete from push_subscriptions where session_id = ${session_id} and public_key <> ${key.public_key}`;
    await sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${user_id}
        order by created_at desc, id desc offset ${MAX_SUBSCRIPTIONS})`;
    const { id } = added!;
    await appendAudit(sql, { ...by(actor), action: 'push.subscribed', subject: id, details: { topics } });
    const [data] = await readSubscriptions(sql, actor, id);
    return { data: data! };
  });
}

/** Whether it is a point on the curve: nothing could be encrypted for another. */
function isPoint(p256dh: string): boolean {
  try {
    return Boolean(ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed'));
  } catch {
    return false;
  }
}
