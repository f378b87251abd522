import type { Input } from '#contracts/call.ts';
import type { ListedPayment, listAllPayments } from '#contracts/office/books.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import type { Db, Query } from '#platform/db/client.ts';
import type { Cursor, KeysetOrder } from '#platform/db/keyset.ts';
import { findUserId } from '../../../oversight/audit/named-records/find-named.ts';

export type PaymentFilters = Omit<Input<typeof listAllPayments>['query'], 'cursor' | 'per_page'>;
export type PaymentRow = ListedPayment & { sorted_at: string; sorted_id: string };

/** Times with microseconds, then the id: of the payment, or of the transfer with leading zeros. */
export const ORDER: KeysetOrder = { name: 'all_payments', kinds: ['timestamp', 'text'] };
export const keyOf = ({ sorted_at, sorted_id }: PaymentRow) => [sorted_at, sorted_id];

export interface Selection extends PaymentFilters {
  user_id: string | null;
  now: Date;
}

export const selectionOf = async (sql: Db, filters: PaymentFilters, now: Date): Promise<Selection> => ({
  ...filters,
  user_id: filters.who ? await findUserId(sql, filters.who) : null,
  now,
});

const CREDITS = { credited: 'top_up', reversed: 'top_up_reversal' } as const;
/** A rate is locked for 20 minutes. */
const WAITS_MS = HOUR_MS;

/** The next payments of a selection, newest first, or oldest first on the way back. */
export function selectPayments(sql: Db, selection: Selection, cursor: Cursor | undefined, limit: number) {
  const { state } = selection;
  const rows = state === 'credited' || state === 'reversed' ? credits(sql, selection, state) : quotes(sql, selection);
  const back = cursor?.direction === 'prev';
  const [at, id] = cursor?.values ?? [];
  const beyond = cursor
    ? sql`and at ${back ? sql`>=` : sql`<=`} ${at!}::timestamptz
      and (at, sorted_id) ${back ? sql`>` : sql`<`} (${at!}::timestamptz, ${id!}::text)`
    : sql``;
  return sql<PaymentRow[]>`
    select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sorted_at from (${rows}) as each
    where ${state ? sql`state = ${state}` : sql`true`} ${beyond}
    order by at ${back ? sql`` : sql`desc`}, sorted_id ${back ? sql`` : sql`desc`} limit ${limit}`;
}

const within = (sql: Db, column: Query, { from, to }: Selection) => sql`
  ${from === undefined ? sql`true` : sql`${column} >= ${new Date(from)}`}
  and ${to === undefined ? sql`true` : sql`${column} < ${new Date(Date.parse(to) + DAY_MS)}`}`;

/** Each credit of a deposit, or each one that was taken back, by its own time: as the overview counts and sums them. */
function credits(sql: Db, selection: Selection, state: keyof typeof CREDITS): Query {
  const { who, user_id, coin } = selection;
  const [sign, account] = state === 'credited' ? [sql``, sql`t.credit_account_id`] : [sql`-`, sql`t.debit_account_id`];
  return sql`
    select t.id::text as key, lpad(t.id::text, 19, '0') as sorted_id, p.number, ${state}::text as state, d.coin,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as user,
        d.id as deposit_id,
      p.amount_cents as asked_cents, ${sign} t.amount_cents as credited_cents, t.created_at as at
    from ledger_transfers t
    join ledger_accounts a on a.id = ${account} join users u on u.id = a.owner_id
      left join deposits d on d.id = t.reference left join payments p on p.id = d.payment_id
    where t.kind = ${CREDITS[state]} and ${within(sql, sql`t.created_at`, selection)}
      and ${who ? sql`a.owner_id = ${user_id}` : sql`true`} and ${coin ? sql`d.coin = ${coin}` : sql`true`}`;
}

function quotes(sql: Db, selection: Selection): Query {
  const { who, user_id, coin, now } = selection;
  return sql`
    select p.id::text as key, p.id::text as sorted_id, p.number,
      case when d.held then 'held' when d.pending then 'confirming' when h.seen then 'seen' when d.credited
        then 'credited'
        when p.expires_at <= ${now} then 'expired' else 'waiting' end as state,
      p.coin, jsonb_build_object('id', u.id, 'username', u.username) as user, d.newest as deposit_id,
      p.amount_cents as asked_cents, coalesce(d.cents, 0)::bigint as credited_cents, p.created_at as at
    from payments p join users u on u.id = p.user_id
    cross join lateral (
      select bool_or(hold_reason is not null) as held, bool_or(state = 'pending') as pending,
        bool_or(state = 'credited') as credited,
        sum(credited_cents) as cents, (array_agg(id order by id desc))[1] as newest
      from deposits where payment_id = p.id and (height is not null or state <> 'pending')) d
    cross join lateral (
      select exists (select from seen_hints where payment_id = p.id and deposit_id is null
        and gone_at is null) as seen) h
    where ${within(sql, sql`p.created_at`, selection)} and ${narrowed(sql, selection)}
      and ${who ? sql`p.user_id = ${user_id}` : sql`true`} and ${coin ? sql`p.coin = ${coin}` : sql`true`}`;
}

/** What a state can be found by, so that few payments among many need no walk over all. */
function narrowed(sql: Db, { state, now }: Selection): Query {
  if (state === 'held') return sql`p.id in (select payment_id from deposits where hold_reason is not null)`;
  if (state === 'confirming') return sql`p.id in (select payment_id from deposits where state <> 'credited')`;
  if (state === 'seen')
    return sql`p.id in (select payment_id from seen_hints where deposit_id is null and gone_at is null)`;
  return state === 'waiting' ? sql`p.created_at > ${new Date(now.getTime() - WAITS_MS)}` : sql`true`;
}
