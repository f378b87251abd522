import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { fetchPublishedKeys } from './fetch-published-keys.ts';

type Outcome = 'matches' | 'differs' | 'none';

interface Key {
  id: string;
  public_key: Uint8Array;
  terms_url: string;
}

/** Compares a proposed key with what its issuer publishes, and keeps the outcome for whoever approves it. Call outside any transaction. */
export async function comparePublishedKey(ctx: Ctx, key_id: string): Promise<Outcome> {
  const [key] = await ctx.sql<Key[]>`
    select k.id, k.public_key, p.terms_url from issuer_keys k join programmes p on p.id = k.programme_id
    where k.id = ${key_id}`;
  if (!key) return 'none';
  const published = await fetchPublishedKeys(ctx.config, key.terms_url);
  const own = Buffer.from(key.public_key).toString('base64');
  const outcome = published.length === 0 ? 'none' : published.includes(own) ? 'matches' : 'differs';
  const now = ctx.clock.now();
  await ctx.sql`
    insert into issuer_key_checks (key_id, outcome, checked_at) values (${key_id}, ${outcome}, ${now})
    on conflict (key_id) do update set outcome = excluded.outcome, checked_at = excluded.checked_at`;
  return outcome;
}

/** Refuses the approval of a key while its issuer publishes others, and not it. */
export async function refuseOtherKey(ctx: Ctx, key_id: string): Promise<void> {
  if ((await comparePublishedKey(ctx, key_id)) === 'differs')
    throw new AppError('conflict', message('issuer_key.published_differs'));
}
