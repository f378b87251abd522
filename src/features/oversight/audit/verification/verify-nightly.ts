import { VERIFICATION_KINDS } from '#contracts/oversight/audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { beginVerification } from './begin-verification.ts';
import { firstAnchoredAt } from './first-anchored-at.ts';
import { lastFinished } from './last-finished.ts';

/** Once a day (UTC), has the audit chain and the ledger checked: a problem raises an alert. A new shop is anchored first. */
export async function verifyNightly(ctx: VaultCtx): Promise<void> {
  const now = ctx.clock.now();
  if (!(await firstAnchoredAt(ctx.sql))) return;
  const since = new Date(now.toISOString().slice(0, 10));
  for (const kind of VERIFICATION_KINDS) {
    if (await lastFinished(ctx, kind, { since, now, nightly: true })) continue;
    await transaction(ctx.sql, (sql) => beginVerification(sql, now, { kind, nightly: true }));
  }
}
