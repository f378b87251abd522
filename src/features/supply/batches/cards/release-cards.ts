import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { inDate } from '../../programmes/catalogue/on-sale.ts';

/** Puts cards back on sale that were kept for somebody, where the others of their batch are. */
export async function releaseCards({ clock }: Pick<Ctx, 'clock'>, sql: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update cards c set state = 'available' from batches b
    where c.id = any(${[...ids]}) and c.state = 'paused' and c.unusable_at is null and not c.canary
      and b.id = c.batch_id and b.state = 'approved' and ${inDate(sql, clock, 'c')}`;
}
