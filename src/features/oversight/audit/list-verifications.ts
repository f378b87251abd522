import type { Input, Reply } from '#contracts/call.ts';
import type { listVerifications as contract, Verification } from '#contracts/oversight/audit.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { verificationColumns } from './verification/verification-columns.ts';

export async function listVerifications(
  { sql, vault }: VaultCtx,
  _actor: Actor,
  { query: { kind } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const rows = await sql<(Verification & SealedRow)[]>`
    select ${verificationColumns(sql)}, sealed_facts(v) as facts, mac from verifications v
    where kind = ${kind} order by id desc limit 20`;
  const data = rows.map(({ facts, mac, ...run }) => {
    const found = run.state === 'sound' || run.state === 'broken';
    return found && !isGenuine(vault.own, 'verifications', { facts, mac }) ? { ...run, state: 'forged' as const } : run;
  });
  return { data };
}
