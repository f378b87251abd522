import type { Input, Reply } from '#contracts/call.ts';
import type { acceptRate as contract } from '#contracts/coins/rates.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { formatUnits } from '#platform/chain/units.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { endJump } from './jumps/end-jump.ts';
import { jumpKind } from './jumps/jump-kind.ts';
import { lockRateJump } from './jumps/lock-rate-jump.ts';
import { readRateJump } from './jumps/read-rate-jump.ts';
import { FRESH_MS } from './samples/fresh-rate.ts';
import { rateOf } from './samples/rated.ts';
import { storeSample } from './samples/store-sample.ts';
import { isJump } from './tickers/choose-rate.ts';
import { decimalPrice } from './tickers/decimal-price.ts';

/** A second person agrees: the newest reading is the rate from now on, and later ones are judged against it. */
export async function acceptRate(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const jump = await lockRateJump(sql, id);
    const { read_at } = jump;
    const usd_e9 = BigInt(jump.usd_e9);
    const verdict = { id: proposal_id, decision: 'approved', reason } as const;
    const { facts, proposer_id } = await decide(ctx, sql, actor, { kind: jumpKind, subject: id, ...verdict });
    if (now.getTime() - Date.parse(read_at) > FRESH_MS) throw new AppError('conflict', message('rate_jump.stale'));
    if (isJump(usd_e9, decimalPrice(facts.usd))) throw new AppError('conflict', message('rate_jump.moved_on'));
    await storeSample(ctx, sql, { of: jump, usd_e9, sources: jump.sources, at: read_at, jump_id: id });
    await endJump(sql, now, jump);
    const details = { coin: rateOf(jump), usd: formatUnits(usd_e9, 9), proposed_by: proposer_id, reason };
    await appendAudit(sql, { ...by(actor), action: 'rate.accepted', subject: id, details });
    return { data: await readRateJump(sql, actor, id) };
  });
}
