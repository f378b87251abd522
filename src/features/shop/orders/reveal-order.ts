import type { Input, Reply } from '#contracts/call.ts';
import type { revealOrder as contract } from '#contracts/shop/orders.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { revealCard } from './reveal-card.ts';
import { UNSOLD } from './seals/refuse-unsold.ts';

/** Reveals every card of an order, each as by itself: a code that doesn't open keeps no other from being shown. */
export async function revealOrder(
  ctx: VaultCtx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const lines = await ctx.sql<{ card_id: string; state: string }[]>`
    select l.card_id, l.state from order_lines l join orders o on o.id = l.order_id
    where o.id = ${params.id} and o.user_id = ${actor.user.id} order by l.id limit 100`;
  if (lines.length === 0) throw new AppError('not_found', message('order.not_found'));
  const open = lines.filter(({ state }) => state === 'delivered' || state === 'revealed');
  if (open.length === 0) throw new AppError('conflict', message('order.all_returned'));
  const data: Reply<typeof contract>['data'] = [];
  const sealed: string[] = [];
  for (const { card_id } of open) {
    try {
      const { data: secret } = await revealCard(ctx, actor, { params: { ...params, card_id }, query: undefined, body });
      data.push({ card_id, ...secret });
    } catch (error) {
      if (!(error instanceof AppError) || !(error.code === 'unavailable' || error.marks?.reason === UNSOLD))
        throw error;
      sealed.push(card_id);
    }
  }
  return { data, sealed };
}
