import type { Input, Reply } from '#contracts/call.ts';
import type { getIssuerReports as contract } from '#contracts/supply/issuers.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readReports } from './reports/read-reports.ts';

export async function getIssuerReports(
  ctx: Ctx,
  _actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readReports(ctx, id) };
}
