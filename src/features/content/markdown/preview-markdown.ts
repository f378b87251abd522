import type { Input, Reply } from '#contracts/call.ts';
import type { previewMarkdown as contract } from '#contracts/content/content.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { renderMarkdown } from './render-markdown.ts';

export async function previewMarkdown(
  _ctx: Ctx,
  _actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: { html: renderMarkdown(body.content.replace(/\r\n?/g, '\n')) } };
}
