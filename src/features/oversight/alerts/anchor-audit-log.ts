import { DAY_MS } from '#contracts/time-units.ts';
import { anchorAudit } from '#platform/audit/anchor-audit.ts';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import type { Tx } from '#platform/db/client.ts';
import { anchorLedger } from '#platform/ledger/chain/anchor-ledger.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import type { VaultCtx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';

/**
 * Anchors the audit chain if that is due, in the file and the log, and once a day in a mail to the operator; before, in the audit log, the
 * chain of the ledger.
 */
export async function anchorAuditLog(
  { sql, vault, clock, log, config }: VaultCtx,
  when: 'due' | 'now' | 'renew' = 'due',
): Promise<void> {
  await sealTransfers(sql, vault);
  const anchoring = {
    sql,
    key: vault,
    file: anchorFileOf(config.data_dir),
    clock,
    before: (tx: Tx) => anchorLedger(tx, vault, clock.now()),
  };
  const line = await anchorAudit(anchoring, when);
  if (line === undefined) return;
  log.info({ anchor: line }, 'audit anchor');
  if (!config.operator_email) return;
  // One job a day: each anchor replaces the line of the one that waits.
  const once = { key: 'audit-anchor', run_at: new Date(clock.now().getTime() + DAY_MS) };
  await queueMail(sql, 'audit_anchor', { line }, once);
}
