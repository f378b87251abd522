import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { FileRefused } from '../../../oversight/import-guard/read-rows.ts';
import { suspendByGuard } from '../../programmes/suspension/suspend-by-guard.ts';
import type { Findings } from '../check/check-rows.ts';
import { guardDetails } from '../commit/guard-details.ts';
import { WrongFile } from './wrong-file.ts';

/** An array of the database's client knows no null. */
const UNKNOWN = '';

interface Refused {
  id: string;
  batch_id: string;
  findings: Findings;
  bytes: number;
  /** null if the rest of the file never came. */
  file_sha256: Buffer | null;
  error: unknown;
}

/** Notes why a file wasn't accepted: its hash, and for the guard the place and the rule, but no value. */
export async function recordRefusal(ctx: Ctx, actor: Actor, refused: Refused): Promise<void> {
  const { id, batch_id, findings, bytes, file_sha256, error } = refused;
  const guard = error instanceof FileRefused ? error : null;
  const reason = guard ? 'guard' : error instanceof WrongFile ? error.reason : null;
  await transaction(ctx.sql, async (sql) => {
    await sql`
      update imports set ${sql({
        state: reason ? 'refused' : 'cancelled',
        reason,
        ended_at: ctx.clock.now(),
        data_key: null,
        refused_rule: guard?.rule ?? null,
        refused_row: guard?.row ?? null,
        refused_column: guard?.column ?? null,
        refused_hint: guard?.hint ?? null,
        file_sha256,
        file_bytes: bytes,
        columns: findings.columns.map((column) => column ?? UNKNOWN),
        row_count: findings.row_count,
      })} where id = ${id}`;
    await publishUserEvent(sql, actor.user.id, 'import', { id });
    if (!reason) return;
    const { row, column, rule } = guard ?? { row: null, column: null, rule: reason };
    const details = { row, column, rule, file_sha256: file_sha256?.toString('hex') ?? null, ...guardDetails };
    await appendAudit(sql, { ...by(actor), action: 'batch.refused', subject: batch_id, details });
  });
  if (guard?.rule === 'IG-24') await suspendByGuard(ctx, actor, { batch_id, rule: 'IG-24' });
}
