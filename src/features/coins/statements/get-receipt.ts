import type { Input, Reply } from '#contracts/call.ts';
import type { getReceipt as contract } from '#contracts/coins/statements.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, localeOf, type VaultCtx } from '../../ctx.ts';
import { readPayments } from '../payments/read-payments.ts';
import { readParts } from './read-parts.ts';

const PARTS = 1_000;

/** A payment's receipt: each part with its transaction and rate. A payment with nothing credited has none. */
export async function getReceipt(
  ctx: VaultCtx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const user_id = actor.user.id;
  const [payments, parts, [facts]] = await Promise.all([
    readPayments(ctx, ctx.clock.now(), { user_id, locale: localeOf(actor), id: params.id, limit: 1 }),
    readParts(ctx, { user_id, locale: localeOf(actor), payment_id: params.id, limit: PARTS }),
    sql<{ number: number; email: string; display_name: string; repaid_cents: number }[]>`
      select p.number, u.email, u.display_name, (
        select coalesce(sum(t.amount_cents), 0)::bigint from deposits d
        join ledger_transfers t on t.reference = d.id and t.kind = 'debt_repayment'
        where d.payment_id = p.id) as repaid_cents
      from payments p join users u on u.id = p.user_id where p.id = ${params.id} and p.user_id = ${user_id}`,
  ]);
  const [payment] = payments.data;
  const [first] = parts;
  if (!payment || !first || !facts) throw new AppError('not_found', message('receipt.missing'));
  const standing = parts.filter(({ reversed_at }) => reversed_at === null);
  return {
    data: {
      number: facts.number,
      shop: { name: (await ctx.branding.read()).name, url: ctx.config.public_url },
      buyer: { username: actor.user.username, name: facts.display_name, email: facts.email },
      payment,
      network: first.network,
      parts,
      total_cents: standing.reduce((sum, { cents }) => sum + cents, 0),
      repaid_cents: facts.repaid_cents,
    },
  };
}
