import type { Input, Reply } from '#contracts/call.ts';
import type { listVerifications as contract, Verification } from '#contracts/oversight/audit.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { verificationColumns } from './verification/verification-columns.ts';

export async function listVerifications(
  { sql }: Ctx,
  _actor: Actor,
  { query: { kind } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await sql<Verification[]>`
    select ${verificationColumns(sql)} from verifications where kind = ${kind} order by id desc limit 20`;
  return { data: [...data] };
}
