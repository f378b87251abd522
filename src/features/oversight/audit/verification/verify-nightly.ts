import { VERIFICATION_KINDS } from '#contracts/oversight/audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { beginVerification } from './begin-verification.ts';

/** Once a day (UTC), has the audit chain and the ledger checked: a problem raises an alert. A new shop is anchored first. */
export async function verifyNightly({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  const [anchored] = await sql`
    select from audit_entries where subject = 'audit' and action = 'audit.anchored' limit 1`;
  if (!anchored) return;
  const today = now.toISOString().slice(0, 10);
  for (const kind of VERIFICATION_KINDS) {
    const [done] = await sql`
      select from verifications where kind = ${kind} and nightly and started_at >= ${new Date(today)} limit 1`;
    if (!done) await transaction(sql, (tx) => beginVerification(tx, now, { kind, nightly: true }));
  }
}
