import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { transaction } from '#platform/db/transaction.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { openTicket } from './open-ticket.ts';

const shop = await createTestShop();
const ticket = { category: 'claim', subject: 'A claim', body: 'It does not work.', reference: null, proof: null };

test('a ticket is opened in the transaction of its cause, with what the shop knows', async () => {
  const { id: user_id } = await shop.createUser();
  const reference = { kind: 'card' as const, id: randomUUID() };
  const proof = { answer: 'redeemed', asked_at: '2026-11-22T10:00:00Z' };
  const id = await transaction(shop.ctx.sql, (sql) =>
    openTicket(shop.ctx, sql, { ...ticket, user_id, reference, proof }),
  );
  const [row] = await shop.sql`
    select t.status, t.waiting_since is not null as waits, t.reference_kind, t.reference_id, t.proof, c.body, c.review
    from tickets t join ticket_comments c on c.ticket_id = t.id where t.id = ${id}`;
  const opened = { status: 1, waits: true, reference_kind: 'card', reference_id: reference.id, proof };
  expect(row).toEqual({ ...opened, body: ticket.body, review: null });
  expect(await shop.sql`select from audit_entries where action = 'ticket.opened' and subject = ${id}`).toHaveLength(1);

  const failed = transaction(shop.ctx.sql, async (sql) => {
    await openTicket(shop.ctx, sql, { ...ticket, user_id });
    throw new Error('the cause failed');
  });
  await expect(failed).rejects.toThrow('the cause failed');
  expect(await shop.sql`select from tickets where user_id = ${user_id}`).toHaveLength(1);
});

test('a category that does not exist is refused', async () => {
  const { id: user_id } = await shop.createUser();
  const opened = transaction(shop.ctx.sql, (sql) =>
    openTicket(shop.ctx, sql, { ...ticket, user_id, category: 'none' }),
  );
  await expect(opened).rejects.toMatchObject({ code: 'invalid', errors: { category: expect.anything() } });
});
