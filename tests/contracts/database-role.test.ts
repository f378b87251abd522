import { expect, test } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { APP } from '#platform/embedded/postgres-cluster.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { WEB } from '#tests/support/database-server.ts';

const { sql, app_url, web_url } = await createTestDatabase();

/** Runs a statement with the shop's own credentials. */
async function asApp(statement: string): Promise<unknown> {
  const app = connect(app_url, { max: 1 });
  try {
    return await app.unsafe(statement);
  } finally {
    await app.end();
  }
}

test('migrations/grants.sql decides about every table', async () => {
  const undecided = await sql`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not has_table_privilege(${APP}, oid, 'select')`;
  // The key that triggers check decisions by: whoever serves as this role must not read it.
  expect(undecided).toEqual([{ relname: 'decision_gate' }]);
});

test('the shop serves as a role without attributes that owns nothing and is a member of nothing', async () => {
  const [role] = await sql`
    select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as any,
      exists (select from pg_class where relowner = r.oid) as owns, exists (select from pg_auth_members where member = r.oid) as member
    from pg_roles r where rolname = ${APP}`;
  expect(role).toEqual({ any: false, owns: false, member: false });
});

test.for([
  ["copy alerts (kind) from program 'id'"],
  ["copy alerts to program 'cat'"],
  ["copy alerts from '/etc/hostname'"],
  ["select pg_read_file('/etc/hostname')"],
  ["select pg_ls_dir('/')"],
  ["select lo_import('/etc/hostname')"],
  ['create table mine (id int)'],
  ['create temporary table mine (id int)'],
  ['create schema mine'],
  ['create function mine() returns int language sql as $$ select 1 $$'],
  ['create extension citext'],
  ['create role mine'],
  ["alter system set archive_command = 'id'"],
  ['alter table users add column mine int'],
  ['alter table audit_entries disable trigger all'],
  ['drop trigger audit_entries_append_only on audit_entries'],
  ['create trigger mine before insert on audit_entries for each row execute function refuse_change()'],
  ['drop table cart_items'],
  ['drop schema graphile_worker cascade'],
  ['alter table graphile_worker._private_jobs add column mine int'],
  ['alter role facevalue_app superuser'],
  ['set session_replication_role = replica'],
  ['set role facevalue_owner'],
  ["insert into schema_migrations (version, name, checksum) values (9999, 'mine', '')"],
  ['update ledger_balances set balance_cents = balance_cents + 1'],
  ['insert into ledger_balances (account_id, balance_cents) values (1, 1)'],
  ['delete from ledger_balances'],
  ['delete from orders'],
  ['delete from deposits'],
  ['delete from users'],
  ['truncate events'],
  ["insert into audit_entries (id, action) overriding system value values (9000000000, 'test.happened')"],
  ["insert into proposals (kind, decision) values ('programme.approval', 'approved')"],
  ["update proposals set facts = '{}'"],
  ['select from decision_gate'],
  ['delete from decision_gate'],
  ["update programmes set terms_url = ''"],
  ["update programme_versions set facts = '{}'"],
  [
    "insert into programme_versions (programme_id, number, facts, proposed_at, state) select id, 9, '{}', now(), 'active' from programmes",
  ],
  ['update issuer_keys set approved_at = now()'],
  [
    "insert into issuer_keys (programme_id, public_key, valid_from, proposed_at, approved_at) select id, '', now(), now(), now() from programmes",
  ],
  ["update deposit_addresses set address = ''"],
  ['update deposit_addresses set mac = null'],
  ["insert into rows_to_seal (kind, id) values ('line', '1')"],
  ["update cards set sealed = ''"],
  ["insert into users (username, email, password_hash, role) values ('root', 'root@example.com', '', 'admin')"],
  ["insert into users (username, email, password_hash, duties) values ('root', 'root@example.com', '', '{approver}')"],
  ["insert into users (username, email, password_hash, tier) values ('root', 'root@example.com', '', 2)"],
  ["update users set role = 'admin'"],
  ["update users set duties = '{approver}'"],
  ['update users set tier = 2'],
  ['update users set duties_proposal_id = null'],
  ['update sealings set sealed_at = null'],
  ["insert into sealings (name) values ('mine')"],
  ['update sessions set user_id = user_id'],
  ['update sessions set expires_at = now()'],
  ['update devices set user_id = user_id'],
  ['update devices set token_hash = token_hash'],
  ["update passkeys set public_key = ''"],
  ['update passkeys set user_id = user_id'],
  ["update email_tokens set email = ''"],
  ['update email_tokens set user_id = user_id'],
  ['update orders set user_id = user_id'],
  ['update orders set total_cents = 0'],
  ['update order_lines set order_id = order_id'],
  ['update order_lines set card_id = card_id'],
  ['update order_lines set price_cents = 1'],
  ['update deposits set user_id = user_id'],
  ['update deposits set amount_units = 1'],
  ['update deposits set payment_id = null'],
  ['update deposit_credits set current_cents = 0'],
  ['update payments set user_id = user_id'],
  ['update payments set amount_cents = 1'],
  ['update payments set address_id = address_id'],
  ['update dust_deposits set amount_units = 1'],
  ['update dust_deposits set user_id = user_id'],
  ['update change_outputs set amount_units = 1'],
  ['delete from change_outputs'],
  ['update alert_receivers set severity = severity'],
  ['delete from alert_receivers'],
  ['update unclaimed_deposits set amount_units = 1'],
  ['update outflow_transactions set noted_at = now()'],
  ['delete from outflow_transactions'],
  ['update spending_blocks set user_id = user_id'],
  ['update tier_checks set tier = 2'],
])('the shop may not: %s', async ([statement]) => {
  await expect(asApp(statement!)).rejects.toMatchObject({ code: '42501' });
});

const appendOnly = [
  'audit_entries',
  'audit_chain',
  'ledger_transfers',
  'ledger_chain',
  'ledger_accounts',
  'hold_decisions',
  'proposal_approvals',
  'decision_signatures',
  'derived_keys',
  'confirmations',
  'programme_suspensions',
  'outflow_labels',
];

test.for(appendOnly.map((table) => [table]))('%s only grows', async ([table]) => {
  const [column] = await sql`
    select column_name as name from information_schema.columns where table_name = ${table!} and is_identity = 'NO' limit 1`;
  for (const statement of [
    `update ${table} set ${column!.name} = ${column!.name}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `select from ${table} for update`,
  ])
    await expect(asApp(statement)).rejects.toMatchObject({ code: '42501' });
});

test("a balance can't be moved to another account", async () => {
  await sql`
    with owners as (
      insert into users (username, email, password_hash)
      select 'owner' || n, 'owner' || n || '@example.com', '' from generate_series(1, 2) n returning id)
    insert into ledger_accounts (kind, owner_id, limited) select 'available', id, true from owners`;
  await expect(asApp('update ledger_balances set account_id = account_id + 1')).rejects.toThrow('append-only');
});

/** Columns that hold what the vault sealed or wrapped, or that tell where a code is. */
const SEALED = ['sealed', 'data_key', 'sealed_private_key', 'tax_id', 'blind_index'];

test('a process without the master key reads nothing that is sealed, and everything else that the shop does', async () => {
  const columns = await sql<{ name: string; column: string; web: boolean; app: boolean }[]>`
    select c.relname as name, a.attname as column,
      has_column_privilege(${WEB}, c.oid, a.attnum, 'select') as web, has_column_privilege(${APP}, c.oid, a.attnum, 'select') as app
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`;
  const kept = columns.filter(({ app, web }) => app !== web).map(({ name, column }) => `${name}.${column}`);
  const sealed = columns.filter(({ column }) => SEALED.includes(column)).map(({ name, column }) => `${name}.${column}`);
  expect(kept.sort()).toEqual(sealed.sort());
});

test.for([
  'select sealed from cards',
  'select blind_index from cards',
  'select c from cards c',
  'select to_jsonb(b) from batches b',
  'select data_key from batches',
  'select sealed from totp_secrets',
  'select tax_id from sellers',
  'select sealed from seller_destinations',
  'select sealed_private_key from push_keys',
  'copy cards to stdout',
  'update cards set state = state returning sealed',
  "insert into cards (id, sealed) values (uuidv7(), '')",
  'insert into deposit_addresses (id) values (uuidv7())',
  'update deposit_addresses set mac = mac',
  'insert into derived_keys (index) values (1)',
  "insert into change_outputs (coin) values ('LTC')",
  'update xpub_accounts set next_index = next_index + 1',
  'insert into payments (id) values (uuidv7())',
  'insert into programmes (id) values (uuidv7())',
  "insert into audit_chain (link) values ('')",
  "insert into ledger_chain (link) values ('')",
  'set role facevalue_app',
])('a process without the master key may not: %s', async (statement) => {
  const web = connect(web_url, { max: 1 });
  try {
    await expect(web.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await web.end();
  }
});
