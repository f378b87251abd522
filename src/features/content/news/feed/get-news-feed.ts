import type { Reply } from '#contracts/call.ts';
import type { getNewsFeed as contract } from '#contracts/content/content.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { feedUrl } from './feed-address.ts';

/** The user's own feed address, if there is one. */
export async function getNewsFeed(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [feed] = await ctx.sql<{ id: string }[]>`select id from news_feeds where user_id = ${actor.user.id}`;
  return { data: { url: feed ? feedUrl(ctx, feed.id) : null } };
}
