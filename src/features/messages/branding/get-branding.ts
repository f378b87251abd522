import type { Reply } from '#contracts/call.ts';
import type { getBranding as contract } from '#contracts/messages/branding.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { loadBranding } from './create-branding.ts';

export async function getBranding({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await loadBranding(sql) };
}
