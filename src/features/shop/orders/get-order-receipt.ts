import type { Input, Reply } from '#contracts/call.ts';
import type { getOrderReceipt as contract } from '#contracts/shop/orders.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { soldUnder } from '../../supply/programmes/facts/as-sold.ts';

/** An order as a document: the shop as seller, and when each code was delivered and consented to, never the code. */
export async function getOrderReceipt(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  type Row = Omit<Reply<typeof contract>['data'], 'shop' | 'buyer'> & { email: string; display_name: string };
  const [row] = await ctx.sql<Row[]>`
    select o.id, o.number, o.status, o.total_cents, o.refunded_cents, o.created_at, u.email, u.display_name, (
      select json_agg(json_build_object('id', c.id, 'name', coalesce(sold.facts ->> 'name', p.name),
        'issuer_name', coalesce(sold.facts ->> 'issuer_name', p.issuer_name),
        'voucher_kind', coalesce(sold.facts ->> 'voucher_kind', p.voucher_kind),
        'currency', p.currency, 'face_cents', l.face_cents, 'price_cents', l.price_cents, 'state', l.state,
        'delivered_at', to_char(l.revealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'consent_at', to_char(l.consent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'consent_version', l.consent_version,
        'returned_at', to_char(l.returned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by l.id)
      from order_lines l join cards c on c.id = l.card_id join programmes p on p.id = c.programme_id
        ${soldUnder(ctx.sql)} where l.order_id = o.id
    ) as cards
    from orders o join users u on u.id = o.user_id where o.id = ${params.id} and o.user_id = ${actor.user.id}`;
  if (!row) throw new AppError('not_found', message('order.not_found'));
  const { email, display_name, ...order } = row;
  return {
    data: {
      ...order,
      shop: { name: (await ctx.branding.read()).name, url: ctx.config.public_url },
      buyer: { username: actor.user.username, name: display_name, email },
    },
  };
}
