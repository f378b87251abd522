import type { Input, Reply } from '#contracts/call.ts';
import type { listAttention as contract } from '#contracts/shop/home.ts';
import { translate } from '#i18n/translate.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import type { AttentionSource } from '../../feature.ts';

/** What every feature says that waits for the buyer. */
export const listAttentionOf = (sources: readonly AttentionSource[]) =>
  async function listAttention(
    ctx: Ctx,
    actor: Actor,
    { query }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const [items, [person]] = await Promise.all([
      Promise.all(sources.map((source) => source.find(ctx, actor))),
      ctx.sql<{ time_zone: string | null }[]>`select time_zone from users where id = ${actor.user.id}`,
    ]);
    const zone = person?.time_zone ?? query.time_zone;
    const data = items.flat().map((item) => ({ ...item, text: translate(localeOf(actor), item.text, zone) }));
    return { data };
  };
