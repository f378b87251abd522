import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { throttle } from '../sessions/throttle/throttle.ts';

const PER_HOUR = 5;
const PAGE = 200;

type Row = Record<string, unknown>;

/** One part of the export. Long ones are read page by page, starting after the last id. */
interface Section {
  name: string;
  read: (sql: Db, user_id: string, after: string) => Promise<readonly Row[]>;
}

/**
 * Streams everything the shop stores about the user as one JSON document, without secrets. It is read page by page, so
 * that a slow reader ties up neither memory nor a database connection.
 */
export async function exportAccount(ctx: Ctx, actor: Actor): Promise<AsyncIterable<string>> {
  const { id } = actor.user;
  await throttle(ctx, [{ key: `export:${id}`, hits: PER_HOUR, window_seconds: 3600 }], 'export');
  await appendAudit(ctx.sql, { ...by(actor), action: 'auth.exported', subject: id });
  return textOf(ctx, id);
}

async function* textOf({ sql, clock }: Ctx, user_id: string): AsyncIterable<string> {
  const [profile] = await sql<Row[]>`
    select id, username, display_name, email, locale, time_zone, theme, role, duties, tier, created_at, terms_accepted_at,
      email_verified_at, activated_at from users where id = ${user_id}`;
  yield `{"exported_at":${JSON.stringify(clock.now())},"profile":${JSON.stringify(profile)}`;
  for (const { name, read } of sections) {
    yield `,${JSON.stringify(name)}:[`;
    let after = '';
    for (let first = true; ; ) {
      const rows = await read(sql, user_id, after);
      for (const row of rows) {
        yield `${first ? '' : ','}${JSON.stringify(row)}`;
        first = false;
      }
      const last = rows.at(-1)?.id;
      if (rows.length < PAGE || last === undefined) break;
      after = String(last);
    }
    yield ']';
  }
  yield '}\n';
}

/** An id below every real one: `after` is empty for the first page. */
const uuid = (after: string) => after || '00000000-0000-0000-0000-000000000000';
const number = (after: string) => after || '0';

// Lists with a bounded length return no id and are read in one query.
const sections: Section[] = [
  {
    name: 'sessions',
    read: (sql, user) => sql`
      select user_agent, address, created_at, last_used_at, expires_at from sessions where user_id = ${user} order by id limit ${PAGE}`,
  },
  {
    name: 'devices',
    read: (sql, user) => sql`
      select user_agent, created_at, last_used_at, trusted_at from devices where user_id = ${user} order by id limit ${PAGE}`,
  },
  {
    name: 'second_factors',
    read: (sql, user) => sql`
      select 'authenticator app' as kind, null as name, created_at, null as last_used_at from totp_secrets where user_id = ${user}
      union all select 'passkey', name, created_at, last_used_at from passkeys where user_id = ${user} limit ${PAGE}`,
  },
  {
    name: 'recovery_codes',
    read: (sql, user) =>
      sql`select used_at from recovery_codes where user_id = ${user} order by used_at nulls last limit ${PAGE}`,
  },
  {
    name: 'mailed_links',
    read: (sql, user, after) => sql`
      select id, purpose, email, old_email, created_at, expires_at, used_at, stopped_at from email_tokens
      where user_id = ${user} and id > ${uuid(after)} order by id limit ${PAGE}`,
  },
  {
    name: 'addresses',
    read: (sql, user, after) => sql`
      select id, coin, address, created_at, paid_at from deposit_addresses
      where user_id = ${user} and id > ${uuid(after)} order by id limit ${PAGE}`,
  },
  {
    name: 'payments',
    read: (sql, user, after) => sql`
      select p.id, p.coin, a.address, p.amount_cents, p.amount_units::text, p.created_at, p.expires_at,
        coalesce((select jsonb_agg(jsonb_build_object('txid', d.txid, 'amount_units', d.amount_units::text, 'state', d.state,
          'first_seen_at', d.first_seen_at, 'credited_cents', d.credited_cents, 'credited_at', d.credited_at) order by d.id)
          from deposits d where d.payment_id = p.id), '[]') as deposits
      from payments p join deposit_addresses a on a.id = p.address_id
      where p.user_id = ${user} and p.id > ${uuid(after)} order by p.id limit ${PAGE}`,
  },
  {
    name: 'spending_blocks',
    read: (sql, user, after) => sql`
      select id, blocked_at, lifted_at from spending_blocks
      where user_id = ${user} and id > ${uuid(after)} order by id limit ${PAGE}`,
  },
  {
    name: 'orders',
    read: (sql, user, after) => sql`
      select o.id, o.number, o.status, o.total_cents, o.refunded_cents, o.created_at,
        (select jsonb_agg(jsonb_build_object('card_id', l.card_id, 'programme', g.name, 'face_cents', l.face_cents,
          'currency', g.currency, 'price_cents', l.price_cents, 'state', l.state, 'consent_at', l.consent_at,
          'revealed_at', l.revealed_at, 'returned_at', l.returned_at) order by l.id)
          from order_lines l join cards c on c.id = l.card_id join programmes g on g.id = c.programme_id
          where l.order_id = o.id) as cards
      from orders o where o.user_id = ${user} and o.id > ${uuid(after)} order by o.id limit ${PAGE}`,
  },
  {
    name: 'cart',
    read: (sql, user) =>
      sql`select card_id, added_at from cart_items where user_id = ${user} order by added_at limit ${PAGE}`,
  },
  {
    name: 'ledger_transfers',
    read: (sql, user, after) => sql`
      with own as (select id from ledger_accounts where owner_id = ${user}),
      moved as (
        (select t.* from own join ledger_transfers t on t.debit_account_id = own.id where t.id > ${number(after)} order by t.id limit ${PAGE})
        union
        (select t.* from own join ledger_transfers t on t.credit_account_id = own.id where t.id > ${number(after)} order by t.id limit ${PAGE}))
      select m.id, m.kind, d.kind as debit, c.kind as credit, m.amount_cents, m.reference, m.created_at
      from moved m join ledger_accounts d on d.id = m.debit_account_id join ledger_accounts c on c.id = m.credit_account_id
      order by m.id limit ${PAGE}`,
  },
  {
    name: 'notifications',
    read: (sql, user, after) => sql`
      select id, type, title, content, link, created_at, read_at from notifications
      where user_id = ${user} and id > ${uuid(after)} order by id limit ${PAGE}`,
  },
  {
    name: 'news',
    read: (sql, user) => sql`
      select 'read' as what, read_at as at from news_readings where user_id = ${user}
      union all select 'private feed', created_at from news_feeds where user_id = ${user} limit ${PAGE}`,
  },
  {
    name: 'notices_seen',
    read: (sql, user, after) => sql`
      select notice_id as id, seen_at from notice_readings
      where user_id = ${user} and notice_id > ${uuid(after)} order by notice_id limit ${PAGE}`,
  },
  {
    name: 'audit_entries',
    read: (sql, user, after) => sql`
      select id, at, action, subject, case when actor_id = ${user} then address end as address, details from (
        (select * from audit_entries where actor_id = ${user} and id > ${number(after)} order by id limit ${PAGE})
        union (select * from audit_entries where subject = ${user}::text and id > ${number(after)} order by id limit ${PAGE})
      ) as entries order by id limit ${PAGE}`,
  },
];
