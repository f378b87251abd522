import { readFile } from 'node:fs/promises';
import { evidenceOf } from '#app/checks.ts';
import type { Ctx, VaultCtx } from '#features/ctx.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import {
  checkEvidence,
  type EvidencePlace,
  startOfEvidence,
} from '#features/oversight/audit/verification/check-evidence.ts';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';

/** `facevalue audit verify [FILE]`: FILE holds anchors that were kept elsewhere. `facevalue audit renew` accepts. */
export async function run(ctx: VaultCtx, [verb, file, ...rest]: string[]): Promise<number> {
  if (!['verify', 'renew'].includes(verb ?? '') || rest.length > 0 || (verb === 'renew' && file))
    throw new Error('Usage: facevalue audit verify [FILE] | renew');
  const elsewhere = file ? (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim()) : [];
  const intact = await report(ctx, elsewhere);
  if (verb === 'verify') return intact ? 0 : 1;
  await anchorAuditLog(ctx, 'renew');
  process.stdout.write('The chain as it is now is anchored; anchors before are no longer compared.\n');
  return 0;
}

async function report(ctx: VaultCtx, elsewhere: string[]): Promise<boolean> {
  const { sql, vault, config } = ctx;
  const audited = { sql, key: vault, file: anchorFileOf(config.data_dir), elsewhere };
  const { entries, anchors, problems } = await verifyAudit(audited);
  const rows = await checkRows(ctx);
  for (const problem of [...problems, ...rows.problems]) process.stdout.write(`${problem}\n`);
  const intact = problems.length === 0;
  process.stdout.write(
    `${entries} entries, ${anchors} anchors: ${intact ? 'the chain is intact' : 'the chain is broken'}\n`,
  );
  const genuine = rows.problems.length === 0;
  process.stdout.write(
    `${rows.count} rows that decide about rights and money: ${genuine ? 'all are as the shop wrote them' : 'not all are as the shop wrote them'}\n`,
  );
  return intact && genuine;
}

async function checkRows(ctx: Ctx): Promise<{ count: number; problems: string[] }> {
  const found = { count: 0, problems: [] as string[] };
  for (let place: EvidencePlace | null = startOfEvidence; place; ) {
    const { next, rows, problems } = await checkEvidence(ctx, evidenceOf(ctx.config.demo), place);
    found.count += rows;
    found.problems.push(...problems);
    place = next;
  }
  return found;
}
