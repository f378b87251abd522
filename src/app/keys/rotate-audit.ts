import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import { addKey } from '#platform/keyring/change-keys.ts';
import { validKeys } from '#platform/vault/roots/ring.ts';
import type { Rotation } from './rotate-data.ts';

const SECOND_MS = 1_000;

/**
 * Has the audit log linked and anchored by a new key. Former ones check what they made, for good: their links can't be made again
 * without contradicting the anchors that people have. Run again before the new key is used, it waits for that one.
 */
export async function rotateAudit({ owner, masterKey, say, wait }: Omit<Rotation, 'places'>): Promise<void> {
  const { vault, clock } = owner;
  const [before] = validKeys(vault.ring, 'audit');
  if (before!.number === vault.audit_number) vault.adopt(masterKey, await addKey({ ...owner, masterKey }, 'audit'));
  const [newest] = validKeys(vault.ring, 'audit');
  const until_ms = Date.parse(newest!.starts_at!) - clock.now().getTime();
  if (until_ms > 0) {
    say(`Every process learns of the new key; it is used in ${Math.ceil(until_ms / SECOND_MS)} seconds.`);
    await wait(until_ms);
  }
  await anchorAuditLog(owner, 'now');
  say(`Key audit ${newest!.number} links and anchors the audit log from now on.`);
}
