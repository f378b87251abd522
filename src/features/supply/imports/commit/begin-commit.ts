import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { fiatReference } from '../../../coins/rates/samples/fiat-reference.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { GUARD_VERSION } from '../../../oversight/import-guard/scan/rule.ts';
import { takeRate } from '../../batches/prices/take-rate.ts';
import { requireVerifiedSeller } from '../../batches/states/require-verified-seller.ts';
import { readTarget } from './read-target.ts';

interface Row {
  batch_id: string;
  state: string;
  chunk_count: number;
  guard_version: number;
}

/** Lets a judged file be imported, or one whose import failed go on. Its prices take today's rate (P13). */
export async function beginCommit(ctx: Ctx, sql: Tx, actor: Actor, id: string): Promise<void> {
  requireDuty(actor, 'importer');
  const [row] = await sql<Row[]>`
    select batch_id, state, chunk_count, guard_version from imports where id = ${id} for update`;
  if (!row) throw new AppError('not_found', message('import.not_found'));
  if ((row.state !== 'checked' && row.state !== 'failed') || row.chunk_count === 0) {
    throw new AppError('conflict', message('import.not_checked'));
  }
  if (row.guard_version !== GUARD_VERSION) throw new AppError('conflict', message('import.guard_changed'));
  await requireVerifiedSeller(sql, row.batch_id);
  const batch = await readTarget(within(ctx, sql), row.batch_id);
  const now = ctx.clock.now();
  const usd_e9 = await fiatReference(ctx, sql, batch.currency, now);
  await sql`
    update imports set state = 'committing', committed_by = ${actor.user.id},
      earlier_committers = case when imported_cards > 0 and committed_by <> ${actor.user.id}
        then array_append(array_remove(earlier_committers, committed_by), committed_by) else earlier_committers end,
          usd_e9 = ${usd_e9},
      commit_started_at = coalesce(commit_started_at, ${now}), heartbeat_at = ${now}, failures = 0,
        stall_notified_at = null
    where id = ${id}`;
  await takeRate(sql, row.batch_id, usd_e9);
}
