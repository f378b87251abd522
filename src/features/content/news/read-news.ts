import type { Actor, Ctx } from '../../ctx.ts';

/** Notes that the reader has seen the news up to now. */
export async function readNews(ctx: Ctx, actor: Actor): Promise<undefined> {
  await ctx.sql`
    insert into news_readings (user_id, read_at) values (${actor.user.id}, ${ctx.clock.now()})
    on conflict (user_id) do update set read_at = greatest(news_readings.read_at, excluded.read_at)`;
}
