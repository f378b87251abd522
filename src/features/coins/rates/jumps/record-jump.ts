import { formatUnits } from '#platform/chain/units.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { type Rated, rateOf } from '../samples/rated.ts';
import { rateJumpAlert } from './rate-jump-alert.ts';

interface Jump {
  of: Rated;
  from_usd_e9: bigint;
  usd_e9: bigint;
  sources: string[];
}

/** Pauses a coin or currency whose rate jumped, with an alert at the first reading; further readings only renew the price. */
export async function recordJump(ctx: Ctx, { of, from_usd_e9, usd_e9, sources }: Jump): Promise<void> {
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    const [jump] = await sql<{ id: string; is_new: boolean }[]>`
      insert into rate_jumps (coin, currency, from_usd_e9, usd_e9, sources, since, read_at)
      values (${of.coin}, ${of.currency}, ${from_usd_e9.toString()}, ${usd_e9.toString()}, ${sources}, ${now}, ${now})
      on conflict (${sql(of.coin === null ? 'currency' : 'coin')}) where ended_at is null
      do update set usd_e9 = excluded.usd_e9, sources = excluded.sources, read_at = excluded.read_at
      returning id, xmax = 0 as is_new`;
    if (!jump!.is_new) return;
    ctx.log.warn({ asset: rateOf(of), usd: formatUnits(usd_e9, 9) }, 'rate refused: it jumped more than 20 %');
    const details = {
      jump_id: jump!.id,
      from: formatUnits(from_usd_e9, 9),
      to: formatUnits(usd_e9, 9),
      fiat: of.coin === null,
    };
    await raiseAlert(sql, now, { kind: rateJumpAlert, subject: rateOf(of), details });
  });
}
