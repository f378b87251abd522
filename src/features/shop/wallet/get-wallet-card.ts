import type { Input, Reply } from '#contracts/call.ts';
import type { getWalletCard as contract } from '#contracts/shop/wallet.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readWalletCard, walletOf } from './read-wallet.ts';

type Neighbours = Pick<Reply<typeof contract>['data'], 'previous' | 'next'>;

/** One bought card, with those beside it in the wallet that can still be used; never with a code. */
export async function getWalletCard(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql, clock } = ctx;
  const place = { user_id: actor.user.id, order_id: params.id, card_id: params.card_id };
  const card = await readWalletCard(sql, clock, place);
  if (!card) throw new AppError('not_found', message('order.no_such_card'));
  const [beside] = await sql<Neighbours[]>`
    with wallet as (${walletOf(sql, clock, place.user_id)}),
    usable as (
      select order_id, id, name, line_id, json_build_object('order_id', order_id, 'card_id', id, 'name', name,
        'face_cents', face_cents, 'currency', currency, 'revealed', revealed_at is not null) as place
      from wallet where state in ('unrevealed', 'revealed', 'expiring')),
    placed as (
      select order_id, id, lag(place) over way as previous, lead(place) over way as next
      from usable window way as (order by name, line_id desc))
    select previous, next from placed where order_id = ${place.order_id} and id = ${place.card_id}`;
  return { data: { ...card, previous: beside?.previous ?? null, next: beside?.next ?? null } };
}
