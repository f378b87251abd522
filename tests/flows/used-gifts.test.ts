import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeGift, openGift } from '#contracts/shop/gifts.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { queueMail } from '#features/messages/mail/queue-mail.ts';
import { connect } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const [app, web] = [shop.databaseUrl, shop.web_url].map((url) => connect(url, { max: 2 }));
afterAll(() => Promise.all([app!.end({ timeout: 1 }), web!.end({ timeout: 1 })]));

test.each([
  ['the app', app!],
  ['the keyless web', web!],
])(
  'a gift that was opened mails and opens nothing again, whatever rows the role of %s writes',
  async (_name, thief) => {
    const victim = await shop.createUser({ balance_cents: 5_000 });
    const [card] = await addCards(shop);
    const bought = await shop.as(victim)(placeOrder, { body: { ids: [card!.id] } });
    const params = { id: bought.body.data.id, card_id: card!.id };
    const { data } = (await shop.as(victim)(makeGift, { params, body: { consent: true } })).body;
    const link = new URL(data.url!, 'http://localhost').searchParams.get('token') ?? '';
    expect((await shop.as(null)(openGift, { body: { token: link } })).body.data.code).toBe(card!.code);

    // The thief: nothing but the database role.
    const to = `thief-${randomUUID()}@example.com`;
    const reopen = [
      thief`update gifts set opened_at = null, withdrawn_at = null, expires_at = now() + interval '9 days', email = ${to} where id = ${data.id}`,
      thief`update gifts set opened_at = null where id = ${data.id}`,
      thief`update gifts set email = ${to} where id = ${data.id}`,
      thief`update gifts set opened_at = null, email = ${to}, mac = null where id = ${data.id}`,
      thief.begin(async (tx) => {
        const [row] = await tx`delete from gifts where id = ${data.id} returning *`;
        await tx`insert into gifts ${tx({ ...row, opened_at: null, email: to })}`;
      }),
    ];
    await Promise.allSettled(reopen);
    await transaction(thief, (tx) => queueMail(tx, 'gift', { gift_id: data.id }));
    await shop.runQueuedJobs();
    const [mail] = await shop.sql<{ text_body: string }[]>`select text_body from mailbox where recipient = ${to}`;
    const token = /token=([\w.-]+)/.exec(mail?.text_body ?? '')?.[1];
    const opened = token ? await shop.as(null)(openGift, { body: { token } }) : null;
    expect.soft(mail).toBeUndefined();
    expect.soft(opened?.body.data?.code).toBeUndefined();
    // Nor by the old link, nor by what rows could say of a device.
    expect((await shop.as(null)(openGift, { body: { token: link } })).status).toBe(409);
    expect((await shop.as(null)(openGift, { body: { token: link, device: link } })).status).toBe(409);
  },
);
