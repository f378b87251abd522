import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { fiatReference } from '../../../coins/rates/samples/fiat-reference.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Alert } from '../../../oversight/alerts/raise-alert.ts';
import { networkLimitAlert, sellerThresholdAlert } from './alert-kinds.ts';

/** Above this, the operator of a limited network notifies the authority: within 12 months (L7). */
const NETWORK_LIMIT_EUR_CENTS = 1_000_000_00;
const WARN_PERCENT = 80;
/** Rates are billionths of a dollar for one. */
const EURO_E9 = 1_000_000_000n;
/** Above this, a seller's bank account, tax id and contact must be verified (L15). */
const SELLER_CARDS = 200;
const SELLER_CENTS = 5_000_00;
const YEAR_MS = 365 * DAY_MS;

/** Programmes and sellers whose sales of twelve months come near a limit of the law. */
export async function findLimits(ctx: Ctx, sql: Db, now: Date): Promise<Alert[]> {
  const since = new Date(now.getTime() - YEAR_MS);
  const [programmes, sellers] = await Promise.all([readProgrammes(ctx, sql, { now, since }), readSellers(sql, since)]);
  return [...programmes, ...sellers];
}

async function readProgrammes(
  ctx: Ctx,
  sql: Db,
  { now, since }: { now: Date; since: Date },
): Promise<Alert<{ name: string; eur_cents: number; limit_cents: number }>[]> {
  const rate = await fiatReference(ctx, sql, 'EUR', now).catch((error: unknown) => {
    // One for one is too early rather than too late, as long as a euro is worth more than a dollar.
    if (error instanceof AppError) return 1_000_000_000;
    throw error;
  });
  const warn_cents = Number((BigInt(NETWORK_LIMIT_EUR_CENTS * WARN_PERCENT) * BigInt(rate)) / (100n * EURO_E9));
  const rows = await sql<{ id: string; name: string; cents: number }[]>`
    select p.id, p.name, sum(l.price_cents)::bigint as cents
    from sold_cards l join batches b on b.id = l.batch_id join programmes p on p.id = b.programme_id
    where l.created_at > ${since} and l.state in ('delivered', 'revealed')
    group by p.id having sum(l.price_cents) >= ${warn_cents}`;
  return rows.map(({ id, name, cents }) => ({
    kind: networkLimitAlert,
    subject: id,
    details: {
      name,
      eur_cents: Math.round(Number(BigInt(cents) * EURO_E9) / rate),
      limit_cents: NETWORK_LIMIT_EUR_CENTS,
    },
  }));
}

async function readSellers(sql: Db, since: Date): Promise<Alert<{ name: string; cards: number; cents: number }>[]> {
  const rows = await sql<{ id: string; name: string; cards: number; cents: number }[]>`
    select s.id, s.legal_name as name, count(*) as cards, sum(l.price_cents)::bigint as cents
    from seller_lines l join sellers s on s.id = l.seller_id
    where l.sold_at > ${since} and l.state <> 'reversed'
    group by s.id having count(*) >= ${SELLER_CARDS} and sum(l.price_cents) >= ${SELLER_CENTS}`;
  return rows.map(({ id, name, cards, cents }) => ({
    kind: sellerThresholdAlert,
    subject: id,
    details: { name, cards, cents },
  }));
}
