import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Ctx } from '../../../ctx.ts';
import type { MailTemplate } from '../../../feature.ts';
import { accountMail, type Recipient } from '../../../messages/mail/account-mail.ts';

interface Bought extends Recipient {
  id: string;
  user_id: string;
  number: number;
  total_cents: number;
  cards: { name: string; face_cents: number; currency: string }[];
}

export const orderMails: Record<string, MailTemplate> = {
  async order_bought(ctx, { order_id }) {
    const order = await findOrder(ctx, order_id!);
    if (!order) return undefined;
    const paragraphs = [
      message('mail.bought.text', { count: order.cards.length, total: { cents: order.total_cents } }),
      ...order.cards.map(({ name, face_cents, currency }) =>
        message('mail.bought.card', { name, face: { cents: face_cents, currency } }),
      ),
      message('mail.bought.return'),
    ];
    return accountMail(order, 'mail.bought.subject', paragraphs, aboutOrder(order, 'bought'));
  },

  async order_ready(ctx, { order_id }) {
    const order = await findOrder(ctx, order_id!);
    if (!order) return undefined;
    const paragraphs = [message('mail.ready.text', { number: String(order.number) })];
    return accountMail(order, 'mail.ready.subject', paragraphs, aboutOrder(order, 'code_ready'));
  },

  async card_returned(ctx, { line_id, set_off_cents = '0' }) {
    const [line] = await ctx.sql<{ order_id: string; name: string; price_cents: number; returned_at: string }[]>`
      select l.order_id, p.name, l.price_cents, l.returned_at from order_lines l join cards c on c.id = l.card_id
        join programmes p on p.id = c.programme_id where l.id = ${line_id!}`;
    const order = line && (await findOrder(ctx, line.order_id));
    if (!order) return undefined;
    const cents = line.price_cents - Number(set_off_cents);
    const values = { name: line.name, number: String(order.number), amount: { cents } };
    return accountMail(
      order,
      'mail.returned.subject',
      [message('mail.returned.text', values), message('mail.returned.declared', { at: { at: line.returned_at } })],
      aboutOrder(order, 'returned'),
    );
  },
};

const aboutOrder = ({ id, user_id }: Bought, kind: 'bought' | 'code_ready' | 'returned') => ({
  about: { user_id, kind },
  button: { label: message('mail.bought.button'), path: pagePath('/orders/:id', { id }) },
});

const SHOWN = 100;

/** An order with its buyer's address; undefined once the account is erased. */
async function findOrder({ sql }: Ctx, order_id: string): Promise<Bought | undefined> {
  const [order] = await sql<Bought[]>`
    select o.id, o.user_id, o.number, o.total_cents, u.email as to, u.username, u.locale, u.time_zone, (
      select json_agg(json_build_object('name', p.name, 'face_cents', l.face_cents, 'currency', p.currency)
        order by l.id)
      from (select * from order_lines where order_id = o.id order by id limit ${SHOWN}) l
        join cards c on c.id = l.card_id join programmes p on p.id = c.programme_id) as cards
    from orders o join users u on u.id = o.user_id where o.id = ${order_id} and u.erased_at is null`;
  return order;
}
