import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { addPushKey } from './ensure-push-key.ts';

/** A push key, and how many browsers take messages of it. */
export interface UsedPushKey {
  public_key: string;
  created_at: string;
  browsers: number;
}

/** Every push key, the newest first. */
export const readPushKeys = (sql: Db): PromiseLike<UsedPushKey[]> => sql<UsedPushKey[]>`
  select k.public_key, k.created_at,
    (select count(*) from push_subscriptions s where s.public_key = k.public_key) as browsers
  from push_keys k order by k.created_at desc`;

/** Makes a new push key. Browsers come over when their owner next opens the page with notifications; until then, theirs writes to them. */
export async function renewPushKey({ sql, vault, clock }: VaultCtx): Promise<string> {
  return transaction(sql, async (tx) => {
    const public_key = await addPushKey(vault, tx);
    await appendAudit(tx, {
      actor_id: null,
      action: 'key.made',
      subject: 'push',
      details: { public_key },
      at: clock.now(),
    });
    return public_key;
  });
}

/** Deletes all push keys but the newest, and with them the subscriptions of browsers that didn't come over; returns how many. */
export async function retirePushKeys({ sql, clock }: VaultCtx): Promise<number> {
  return transaction(sql, async (tx) => {
    const [newest, ...former] = await readPushKeys(tx);
    if (!newest || former.length === 0) throw new Error('There is one push key, and none to take its place.');
    await tx`delete from push_keys where public_key <> ${newest.public_key}`;
    const browsers = former.reduce((sum, key) => sum + key.browsers, 0);
    const details = { keys: former.length, browsers };
    await appendAudit(tx, { actor_id: null, action: 'key.retired', subject: 'push', details, at: clock.now() });
    return browsers;
  });
}
