import { centsFor } from '#contracts/coin-amounts.ts';
import type { Payment } from '#contracts/coins/payments.ts';
import type { PauseCode } from '#contracts/coins/watcher.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { paymentUri } from '#platform/chain/payment-uri.ts';
import type { Coin } from '#platform/chain/types.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../ctx.ts';
import type { HoldReason } from '../deposits/credit-deposit.ts';
import { openCents } from '../deposits/raise-required-depth.ts';
import { requiredDepth } from '../deposits/required-depth.ts';
import { spendingCost } from '../dust/economic-minimum.ts';
import { BLOCK_SECONDS, chainIdOf, networkName, unavailabilityOf } from '../watcher/coin-availability.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from '../watcher/keys/issued-address.ts';
import { dustMessage, holdMessage } from './hold-message.ts';

type PaymentRow = Omit<
  Payment,
  | 'uri'
  | 'refused'
  | 'usd'
  | 'hold_reason'
  | 'holds'
  | 'confirmations_needed'
  | 'network'
  | 'block_seconds'
  | 'paused'
  | 'rest'
  | 'dust'
> & {
  identity: string | null;
  pause_code: PauseCode | null;
  checked_at: string | null;
  confirmations_needed: number | null;
  usd_e8: string;
  newest_usd_e8: string | null;
  tier: number;
  /** Seen in the mempool, in no block yet. */
  seen_units: string;
  dust_units: string | null;
  holds: { reason: HoldReason; units: string }[];
};

export interface PaymentFilter {
  user_id: string;
  /** The reader's language. */
  locale: string;
  id?: string;
  /** Part of an address or a transaction id, or a complete payment id. */
  text?: string | undefined;
  coin?: Coin | undefined;
  status?: Payment['status'] | undefined;
  /** Days in UTC, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  open?: boolean | undefined;
  limit: number;
  offset?: number;
}

/** A user's payments in the API's format, newest first, with the number of matches. */
export async function readPayments(
  { sql, config, chains, vault }: Pick<VaultCtx, 'sql' | 'config' | 'chains' | 'vault'>,
  now: Date,
  filter: PaymentFilter,
): Promise<{ data: Payment[]; total: number }> {
  const rows = await sql<(PaymentRow & { issued: IssuedAddress; total: number })[]>`
    select matching.*, count(*) over () as total from (${paymentStates(sql, now, filter)}) matching
    where ${filter.status ? sql`status = ${filter.status}` : sql`true`}
      and ${filter.open ? sql`status not in ('credited', 'expired')` : sql`true`}
      and ${filter.text ? matches(sql, filter.text) : sql`true`}
    order by id desc limit ${filter.limit} offset ${filter.offset ?? 0}`;
  const unpaid = rows.some((row) => row.confirmations_needed === null);
  const open_cents = unpaid ? await openCents(sql, filter.user_id) : 0;
  return {
    data: rows.map(({ issued, ...row }) => {
      const address = vouchedAddress({ chains, vault }, { coin: row.coin, user_id: filter.user_id, ...issued }) ?? '';
      const dust_below = spendingCost({ config }, row.coin) ?? 0n;
      return toPayment({ ...row, address }, { open_cents, dust_below, now, locale: filter.locale });
    }),
    total: rows[0]?.total ?? 0,
  };
}

/** SQL for a user's payments with their status, derived from quote, sightings and deposits. */
export const paymentStates = (
  sql: Db,
  now: Date,
  { user_id, id, coin, from, to }: Pick<PaymentFilter, 'user_id' | 'id' | 'coin' | 'from' | 'to'>,
) => sql`
  select p.id, p.number, p.coin, a.address, ${issuedAddress(sql)} as issued, p.amount_units, p.amount_cents,
    p.created_at, p.expires_at, c.identity, c.reason_code as pause_code, c.checked_at,
    coalesce(d.received_units, 0)::text as received_units, coalesce(h.seen_units, 0)::text as seen_units,
    coalesce(d.credited_cents, 0)::bigint as credited_cents,
    coalesce(d.confirmations, 0)::bigint as confirmations,
    d.confirmations_needed, coalesce(d.holds, '[]') as holds, d.credited_at, u.tier, r.usd_e8,
    case when d.holds is not null then (
      select usd_e8 from rate_samples newest where newest.coin = p.coin order by id desc limit 1) end as newest_usd_e8,
    s.dust_units::text as dust_units, coalesce(d.txids, '{}') || coalesce(h.txids, '{}') as txids,
    case
      when d.holds is not null then 'held'
      when d.pending > 0 then 'confirming'
      when h.txids is not null then 'seen'
      when d.credited > 0 then 'credited'
      when p.expires_at <= ${now} then 'expired'
      else 'waiting'
    end as status
  from payments p
  join deposit_addresses a on a.id = p.address_id
  join users u on u.id = p.user_id
  join rate_samples r on r.id = p.rate_id
  left join chain_cursors c on c.coin = p.coin
  left join lateral (
    select sum(amount_units) as received_units, sum(credited_cents) as credited_cents, max(credited_at) as credited_at,
      jsonb_agg(jsonb_build_object('reason', hold_reason, 'units', (amount_units - credited_units)::text) order by id)
        filter (where hold_reason is not null) as holds,
      count(*) filter (where state = 'pending') as pending,
      count(*) filter (where state = 'credited') as credited,
      max(required_depth) as confirmations_needed,
      coalesce(
        min(greatest(0, c.height - height + 1)) filter (where state = 'pending'),
        min(greatest(0, c.height - height + 1))
      ) as confirmations,
      array_agg(distinct txid) as txids
    from deposits where payment_id = p.id and (height is not null or state <> 'pending')
  ) d on true
  left join lateral (
    select sum(amount_units) as dust_units from dust_deposits
    where payment_id = p.id and deposit_id is null and height is not null
  ) s on true
  left join lateral (
    select array_agg(txid) as txids, sum(amount_units) as seen_units from seen_hints
    where payment_id = p.id and deposit_id is null and gone_at is null
  ) h on true
  where p.user_id = ${user_id} and ${id ? sql`p.id = ${id}` : sql`true`} and ${coin ? sql`p.coin = ${coin}` : sql`true`}
    and ${from ? sql`p.created_at >= ${from}::date` : sql`true`}
    and ${to ? sql`p.created_at < ${to}::date + 1` : sql`true`}`;

function matches(sql: Db, text: string) {
  const needle = text.trim().toLowerCase();
  return sql`(strpos(lower(address), ${needle}) > 0 or id::text = ${needle}
    or exists (select from unnest(txids) as txid where strpos(txid, ${needle}) > 0))`;
}

function toPayment(
  row: PaymentRow & { total: number },
  { open_cents, dust_below, now, locale }: { open_cents: number; dust_below: bigint; now: Date; locale: string },
): Payment {
  const {
    identity,
    pause_code,
    checked_at,
    total: _total,
    confirmations_needed,
    usd_e8,
    newest_usd_e8,
    tier,
    seen_units: _seen_units,
    dust_units,
    holds,
    ...facts
  } = row;
  const { coin, address, amount_cents } = row;
  const chainId = chainIdOf(identity ?? '');
  const uriOf = (amount: bigint) => (address === '' ? '' : paymentUri(coin, { address, chainId, amount }));
  const rest = restOf(row, dust_below);
  const [first] = holds;
  return {
    ...facts,
    uri: uriOf(BigInt(row.amount_units)),
    refused: address === '' ? translate(locale, message('payment.refused')) : null,
    rest: rest && { ...rest, units: rest.units.toString(), uri: uriOf(rest.units) },
    network: translate(locale, networkName(coin, identity ?? '')),
    block_seconds: BLOCK_SECONDS[coin],
    paused: unavailabilityOf({ reason_code: pause_code, checked_at }, true, now),
    usd: formatUnits(BigInt(usd_e8), 8),
    confirmations_needed: confirmations_needed ?? requiredDepth(coin, amount_cents + open_cents),
    hold_reason: first ? translate(locale, holdMessage(first.reason, coin, tier)) : null,
    dust: dust_units === null ? null : { units: dust_units, text: translate(locale, dustMessage(coin)) },
    holds: holds.map(({ reason, units }) => ({
      reason,
      units,
      text: translate(locale, holdMessage(reason, coin, tier)),
      cents: newest_usd_e8 ? centsFor(coin, BigInt(units), BigInt(newest_usd_e8)) : null,
    })),
  };
}

/** What an underpaid quote still lacks, less what is on its way; null below a cent or what is dust, or if nothing arrived yet. */
function restOf(
  { coin, amount_units, received_units, seen_units, usd_e8 }: PaymentRow,
  dust_below: bigint,
): { units: bigint; cents: number } | null {
  const received = BigInt(received_units);
  const units = BigInt(amount_units) - received - BigInt(seen_units);
  if (received === 0n || units <= 0n || units < dust_below) return null;
  const cents = centsFor(coin, units, BigInt(usd_e8));
  return cents > 0 ? { units, cents } : null;
}
