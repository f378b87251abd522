import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../../ctx.ts';

/** SQL for the batches `b` that somebody may see: who signs in for a seller, that seller's alone. */
export const visibleBatches = (sql: Db, actor: Actor) =>
  isSeller(actor) ? sql`b.seller_id = (select id from sellers where user_id = ${actor.user.id})` : sql`true`;

/** SQL for the sellers `s` that somebody may see. */
export const visibleSellers = (sql: Db, actor: Actor) =>
  isSeller(actor) ? sql`s.user_id = ${actor.user.id}` : sql`true`;

const isSeller = ({ user: { roles } }: Actor) => roles.includes('seller');
