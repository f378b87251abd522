import type { Input, Reply } from '#contracts/call.ts';
import type { getOssReport as contract } from '#contracts/office/tax.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readOss } from './read-oss.ts';

export async function getOssReport(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: [...(await readOss(sql, query.quarter))] };
}
