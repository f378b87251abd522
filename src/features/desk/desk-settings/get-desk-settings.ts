import type { Reply } from '#contracts/call.ts';
import type { getDeskSettings as contract } from '#contracts/desk/desk-settings.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readDeskSettings } from './read-desk-settings.ts';

export async function getDeskSettings({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await readDeskSettings(sql) };
}
