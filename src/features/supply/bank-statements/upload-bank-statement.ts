import { createHash } from 'node:crypto';
import type { Input, Reply } from '#contracts/call.ts';
import type { uploadBankStatement as contract, StatementLayout } from '#contracts/supply/bank-statements.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { ConfinedError, confine } from '#platform/threads/confine.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { keepEntries } from './entries/keep-entries.ts';
import { readStatement } from './entries/read-statements.ts';
import type { FileProblem, StatementFile } from './files/statement-file.ts';
import { lockStatements } from './matching/lock-statements.ts';
import { matchOpen } from './matching/match-open.ts';
import { nameTouched } from './matching/name-touched.ts';
import { nameUnexplained } from './matching/unexplained-alert.ts';

const read = confine<{ bytes: Uint8Array; layout: StatementLayout | null }, StatementFile | FileProblem>({
  file: new URL('./files/read-statement.ts', import.meta.url),
  name: 'readStatement',
  limit_ms: 5_000,
  memory_mb: 192,
});

/**
 * Imports a bank's file as a whole or not at all, and matches what left with the payouts. What stood in an earlier file isn't taken
 * again, and the file itself isn't stored.
 */
export async function uploadBankStatement(
  ctx: VaultCtx,
  actor: Actor,
  { query, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  const bytes = Buffer.concat(parts);
  const layout = layoutOf(query);
  const { format, entries } = await readFile(bytes, layout);
  const tomorrow = new Date(ctx.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  const ahead = entries.findIndex(({ booked_on }) => booked_on > tomorrow);
  if (ahead >= 0) throw refusalOf({ problem: 'day', place: ahead + 1 });
  const data = await transaction(ctx.sql, async (sql) => {
    await lockStatements(sql);
    const sha256 = createHash('sha256').update(bytes).digest();
    const file = { sha256, format, entries, layout: format === 'csv' ? layout : null };
    const { id, known } = await keepEntries(ctx, sql, actor, file);
    const matched = await matchOpen(ctx, sql);
    await nameUnexplained(sql, ctx.clock.now(), id);
    await nameTouched(sql, ctx.clock.now(), matched);
    const details = {
      format,
      sha256: sha256.toString('hex'),
      entries: entries.length - known,
      known,
      matched: matched.length,
    };
    await appendAudit(sql, { ...by(actor), action: 'bank.imported', subject: id, details });
    return readStatement(sql, id);
  });
  return { data };
}

/** null where nobody said anything of columns. */
function layoutOf(query: Partial<StatementLayout>): StatementLayout | null {
  const { account, day_column, amount_column } = query;
  if (!account || !day_column || !amount_column) return null;
  return {
    currency_column: '',
    currency: '',
    name_column: '',
    text_column: '',
    reference_column: '',
    iban_column: '',
    day_format: 'iso',
    decimal_mark: 'point',
    ...query,
    account,
    day_column,
    amount_column,
  };
}

async function readFile(bytes: Buffer, layout: StatementLayout | null): Promise<StatementFile> {
  try {
    const found = await read({ bytes, layout });
    if ('problem' in found) throw refusalOf(found);
    return found;
  } catch (error) {
    throw error instanceof ConfinedError ? refusalOf({ problem: 'unreadable', place: null }) : error;
  }
}

const refusalOf = ({ problem, place }: FileProblem): AppError => {
  const text = message(`bank.problem.${problem}`, { place: place ?? 0 });
  return new AppError('invalid', text, { file: [text] });
};
