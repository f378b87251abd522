import { centsFor } from '#contracts/coin-amounts.ts';
import type { HeldPayment } from '#contracts/coins/holds.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db, Query } from '#platform/db/client.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from '../watcher/keys/issued-address.ts';
import { releaseKind } from './release-kind.ts';

/** The most that one person may release to one buyer in 24 hours; more takes a second person. */
export const RELEASE_ALONE_CENTS = 100_00;
/** The most that one person may release in 24 hours, to all buyers together. */
export const RELEASE_ALONE_TOTAL_CENTS = 500_00;

interface Row extends Omit<HeldPayment, 'address' | 'held_cents' | 'takes_two'> {
  issued: IssuedAddress;
  usd_e8: string | null;
  was_listed: boolean;
  is_listed: boolean;
  released_cents: number;
  released_by_reader_cents: number;
}

export interface HeldFilter {
  id?: string | undefined;
  /** Part of a username, address or transaction, or a whole id. */
  text?: string | undefined;
  coin?: Coin | undefined;
  reason?: string | undefined;
}

/** SQL for the deposits that a filter names; without an id only those that hold something. */
export const heldDeposits = (sql: Db, { id, text, coin, reason }: HeldFilter) => sql`
  deposits d join users u on u.id = d.user_id
  join deposit_addresses a on a.coin = d.coin and a.key = d.key
  where ${id ? sql`d.id = ${id}` : sql`d.hold_reason is not null`}
    and ${reason ? sql`d.hold_reason = ${reason}` : sql`true`} and ${coin ? sql`d.coin = ${coin}` : sql`true`}
    and ${text ? matches(sql, text) : sql`true`}`;

function matches(sql: Db, text: string) {
  const needle = text.trim().toLowerCase();
  return sql`
    (strpos(u.username, ${needle}) > 0 or strpos(lower(a.address), ${needle}) > 0 or strpos(d.txid, ${needle}) > 0
    or exists (select from unnest(d.senders) sender where strpos(lower(sender), ${needle}) > 0)
    or ${needle} in (d.id::text, d.payment_id::text))`;
}

/** The held payments as `actor` may decide about them. */
export async function readHeldList(
  { sql, clock, chains, vault }: Pick<VaultCtx, 'sql' | 'clock' | 'chains' | 'vault'>,
  actor: Actor,
  { limit, offset, ...filter }: HeldFilter & { limit: number; offset: number },
): Promise<HeldPayment[]> {
  const yesterday = new Date(clock.now().getTime() - DAY_MS);
  const released = (which: Query) => sql`
    (select coalesce(sum(other.credited_cents), 0) from deposits other where other.id in (
      select deposit_id from hold_decisions where decision = 'release' and at > ${yesterday}) and ${which})::bigint`;
  const byActorAlone = sql`
    exists (select from hold_decisions
      where deposit_id = other.id and decision = 'release' and actor_id = ${actor.user.id})
    and not exists (select from proposals
      where kind = ${releaseKind.name} and subject = other.id and decision = 'approved')`;
  const rows = await sql<Row[]>`
    select d.id, d.payment_id, jsonb_build_object('id', u.id, 'username', u.username, 'tier', u.tier) as user,
      d.coin, d.txid, ${issuedAddress(sql)} as issued, d.senders, d.possible_senders, d.amount_units,
      (d.amount_units - d.credited_units)::text as held_units,
      d.credited_cents, d.hold_reason, d.first_seen_at, d.screening, d.screened_at,
      coalesce(greatest(0, c.height - d.height + 1), 0)::bigint as confirmations,
      d.required_depth as confirmations_needed,
      encode(l.sha256, 'hex') as list_sha256, r.usd_e8, coalesce(h.decisions, '[]') as decisions,
      exists (select from hold_decisions where deposit_id = d.id and hold_reason = 'review')
        or exists (select from proposals where kind = ${releaseKind.name} and subject = d.id) as was_listed,
      exists (select from sanctioned_keys k where k.key = any(d.senders || d.possible_senders)) as is_listed,
      ${released(sql`other.user_id = d.user_id`)} as released_cents,
      ${released(byActorAlone)} as released_by_reader_cents
    from (select d.id from ${heldDeposits(sql, filter)} order by d.first_seen_at, d.id
      limit ${limit} offset ${offset}) page
    join deposits d on d.id = page.id join users u on u.id = d.user_id
    join deposit_addresses a on a.coin = d.coin and a.key = d.key
    left join chain_cursors c on c.coin = d.coin
    left join sanctions_lists l on l.id = d.screened_list_id
    left join lateral (select usd_e8 from rate_samples r where r.coin = d.coin order by id desc limit 1) r on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('decision', h.decision, 'reason', h.reason, 'by', w.username,
        'at', to_char(h.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by h.id) as decisions
      from (
        select id, decision, reason, actor_id, at from hold_decisions where deposit_id = d.id
        union all
        select id, 'propose', reason, proposer_id, proposed_at from proposals
        where subject = d.id and kind = ${releaseKind.name} and decision is distinct from 'withdrawn'
      ) h join users w on w.id = h.actor_id
    ) h on true
    order by d.first_seen_at, d.id`;
  return rows.map(({ issued, usd_e8, was_listed, is_listed, released_cents, released_by_reader_cents, ...row }) => {
    const held_cents = usd_e8 ? centsFor(row.coin, BigInt(row.held_units), BigInt(usd_e8)) : null;
    const much =
      held_cents === null ||
      released_cents + held_cents > RELEASE_ALONE_CENTS ||
      released_by_reader_cents + held_cents > RELEASE_ALONE_TOTAL_CENTS;
    // A payment from a listed sender stays one when somebody kept it in between, or wrote another reason past the shop.
    const listed = is_listed || row.hold_reason === 'review' || (row.hold_reason === 'kept' && was_listed);
    const address = vouchedAddress({ chains, vault }, { coin: row.coin, user_id: row.user.id, ...issued }) ?? '';
    return { ...row, address, held_cents, takes_two: row.hold_reason !== null && (listed || much) };
  });
}

export async function readHeld(
  ctx: Parameters<typeof readHeldList>[0],
  actor: Actor,
  id: string,
): Promise<HeldPayment> {
  const [held] = await readHeldList(ctx, actor, { id, limit: 1, offset: 0 });
  return held!;
}
