import type { Reply } from '#contracts/call.ts';
import type { listProgrammeDrafts as contract } from '#contracts/supply/programme-drafts.ts';
import type { Ctx } from '../../ctx.ts';
import { readDrafts } from './draft/read-drafts.ts';

export async function listProgrammeDrafts({ sql }: Ctx): Promise<Reply<typeof contract>> {
  return { data: await readDrafts(sql) };
}
