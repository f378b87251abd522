import type { Reply } from '#contracts/call.ts';
import type { getPush as contract } from '#contracts/identity/push.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readSubscriptions } from './read-subscriptions.ts';

export async function getPush({ sql }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [[key], subscriptions] = await Promise.all([
    sql<{ public_key: string }[]>`select public_key from push_keys order by created_at desc limit 1`,
    readSubscriptions(sql, actor),
  ]);
  return { data: { public_key: key?.public_key ?? null, subscriptions } };
}
