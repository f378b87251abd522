import type { Input, Reply } from '#contracts/call.ts';
import type { uploadReport as contract } from '#contracts/supply/issuers.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { readReports } from './reports/read-reports.ts';
import { takeReport } from './reports/take-report.ts';

/** Takes a report from a file; what it says counts only under the issuer's signature. */
export async function uploadReport(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id: programme_id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  await takeReport(ctx, actor, { programme_id, report: Buffer.concat(parts).toString('utf8') });
  return { data: await readReports(ctx, programme_id) };
}
