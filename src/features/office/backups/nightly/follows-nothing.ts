import type { ArchiveState } from '#platform/backup/archive/archive-state.ts';
import { keyFingerprint } from '#platform/backup/sealing/key-fingerprint.ts';
import type { Macs } from '#platform/vault/create-vault.ts';

/**
 * Whether the log that is stored by now follows no backup: it began anew, or the master key was replaced since the last one. That one
 * opens with the former key, which doesn't vouch for the log that is stored since.
 */
export async function followsNothing(archive: ArchiveState, macs: Macs): Promise<boolean> {
  const { gaps, covered_gaps } = await archive.read();
  if (gaps > covered_gaps) return true;
  const last = await archive.readManifest();
  return last !== null && last.key_fingerprint !== keyFingerprint(macs);
}
