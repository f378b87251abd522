import type { Input, Reply } from '#contracts/call.ts';
import type { uploadManifest as contract } from '#contracts/supply/issuers.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { confirmBatch } from '../batches/confirm-batch.ts';

/** Confirms cards by a manifest from a file; what it says counts only under the issuer's signature. */
export async function uploadManifest(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id: batch_id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { data: await confirmBatch(ctx, actor, { batch_id, manifest: Buffer.concat(parts).toString('utf8') }) };
}
