import { expect, test } from 'vitest';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { notify } from './notify.ts';

const { sql, createUser } = await createTestShop();

const notification = {
  type: 'info' as const,
  title: message('api.internal', { id: 'x' }),
  content: 'As somebody wrote it',
  link: '/orders',
};

test('a notification is in the inbox and on its way if and only if its transaction commits', async () => {
  const { id } = await createUser();
  await transaction(sql, (tx) => notify(tx, id, notification));
  await transaction(sql, async (tx) => {
    await notify(tx, id, notification);
    throw new Error('no');
  }).catch(() => {});
  const kept = await sql`select id, type, title, content, link, read_at from notifications where user_id = ${id}`;
  expect(kept).toEqual([expect.objectContaining({ ...notification, read_at: null })]);
  const { read_at: _, ...sent } = kept[0]!;
  expect(await sql`select channel, event, data from events where channel = ${`private-user.${id}`}`).toEqual([
    { channel: `private-user.${id}`, event: 'notification', data: sent },
  ]);
});
