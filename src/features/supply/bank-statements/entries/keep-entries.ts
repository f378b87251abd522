import { createHash } from 'node:crypto';
import type { StatementLayout } from '#contracts/supply/bank-statements.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { scanText } from '../../../oversight/import-guard/scan/scan-text.ts';
import type { FileEntry, StatementFile } from '../files/statement-file.ts';
import { macOfIban } from '../matching/iban-mac.ts';

interface File extends StatementFile {
  sha256: Buffer;
  layout: StatementLayout | null;
}

const PIECE = 500;

/** Writes a statement and those of its entries that no earlier file had. Refuses a file that has nothing new. */
export async function keepEntries(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { sha256, format, entries, layout }: File,
): Promise<{ id: string; known: number }> {
  const [again] = await sql`select from bank_statements where sha256 = ${sha256}`;
  if (again) throw new AppError('conflict', message('bank.same_file'));
  const rows = withKeys(entries);
  const before = await sql<{ key: string }[]>`
    select encode(key, 'hex') as key from bank_entries where key = any(
      select decode(k, 'hex') from unnest(${rows.map(({ key }) => key)}::text[]) as k)`;
  const known = new Set(before.map(({ key }) => key));
  const fresh = rows.filter(({ key }) => !known.has(key));
  if (fresh.length === 0) throw new AppError('conflict', message('bank.all_known'));
  const days = entries.map(({ booked_on }) => booked_on).sort();
  const [row] = await sql<[{ id: string }]>`
    insert into bank_statements (sha256, format, account_hint, first_on, last_on, known, layout, imported_by,
      imported_at)
    values (${sha256}, ${format}, ${hintOf(entries[0]!.account)}, ${days[0]!}, ${days.at(-1)!}, ${known.size},
      ${layout && sql.json(withoutAccount(layout))}, ${actor.user.id}, ${ctx.clock.now()}) returning id`;
  for (let at = 0; at < fresh.length; at += PIECE) await insert(ctx, sql, row.id, fresh.slice(at, at + PIECE));
  return { id: row.id, known: known.size };
}

const withoutAccount = ({ account: _, ...columns }: StatementLayout) => columns;

const hintOf = (account: string): string =>
  account.length > 8 ? `${account.slice(0, 4)}…${account.slice(-4)}` : account.slice(0, 8);

interface Keyed {
  key: string;
  entry: FileEntry;
}

/** What the bank says of an entry makes its key; equal ones of a file are counted. */
function withKeys(entries: readonly FileEntry[]): Keyed[] {
  const times = new Map<string, number>();
  return entries.map((entry) => {
    const { account, bank_reference, booked_on, direction, currency, units, name, text } = entry;
    const said = [
      account,
      booked_on,
      direction,
      currency,
      units,
      ...(bank_reference ? [bank_reference] : ['', name, text]),
    ];
    const whole = JSON.stringify(said);
    const nth = (times.get(whole) ?? 0) + 1;
    times.set(whole, nth);
    return { key: createHash('sha256').update(`${nth} ${whole}`).digest('hex'), entry };
  });
}

async function insert(ctx: Ctx, sql: Tx, statement_id: string, rows: readonly Keyed[]): Promise<void> {
  const written = rows.map(({ key, entry: { direction, booked_on, currency, units, name, text, iban } }) => {
    const hidden = scanText(`${name} ${text}`, 'text') !== undefined;
    return {
      key,
      direction,
      booked_on,
      currency,
      units,
      name: hidden ? '' : name,
      text: hidden ? '' : text,
      hidden,
      iban_hint: iban && hintOf(iban),
      iban_mac: iban && macOfIban(ctx, iban).toString('hex'),
    };
  });
  await sql`
    insert into bank_entries (statement_id, key, direction, booked_on, currency, units, name, text, hidden, iban_hint,
      iban_mac)
    select ${statement_id}, decode(key, 'hex'), direction, booked_on, currency, units, name, text, hidden, iban_hint,
      decode(iban_mac, 'hex')
    from jsonb_to_recordset(${sql.json(written)}) as e (key text, direction text, booked_on date, currency text,
      units numeric, name text, text text, hidden boolean, iban_hint text, iban_mac text)`;
}
