import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../../ctx.ts';
import { visibleSellers } from './of-seller.ts';

/** Another's seller is not found by whoever signs in for one. */
export async function requireOwnSeller(sql: Db, actor: Actor, id: string): Promise<void> {
  const [seller] = await sql`select from sellers s where s.id = ${id} and ${visibleSellers(sql, actor)}`;
  if (!seller) throw new AppError('not_found', message('seller.not_found'));
}
