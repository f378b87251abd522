import type { BankStatement } from '#contracts/supply/bank-statements.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** SQL that reads statements; a condition on `b` follows. */
export const selectStatements = (sql: Db) => sql`
  select b.id, b.format, b.account_hint, b.first_on, b.last_on, u.username as imported_by, b.imported_at, b.known,
    n.entries, n.credits,
    jsonb_build_object('matched', n.matched, 'explained', n.explained, 'open', n.open) as debits
  from bank_statements b join users u on u.id = b.imported_by cross join lateral (
    select count(*) as entries, count(*) filter (where direction = 'credit') as credits,
      count(*) filter (where direction = 'debit' and state = 'matched') as matched,
      count(*) filter (where direction = 'debit' and state = 'explained') as explained,
      count(*) filter (where direction = 'debit' and state = 'open') as open
    from bank_entries where statement_id = b.id) n`;

export async function readStatement(sql: Db, id: string): Promise<BankStatement> {
  const [statement] = await sql<BankStatement[]>`${selectStatements(sql)} where b.id = ${id}`;
  if (!statement) throw new AppError('not_found', message('bank.not_found'));
  return statement;
}
