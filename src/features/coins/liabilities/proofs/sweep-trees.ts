import type { Ctx } from '../../../ctx.ts';
import { provableSince } from './provable-nights.ts';

/** Deletes the trees of old nights; what was published of them stays. */
export async function sweepTrees({ sql, clock }: Ctx): Promise<void> {
  await sql`
    delete from sum_chunks c using published_sums s where s.number = c.number and s.at < ${provableSince(clock.now())}`;
}
