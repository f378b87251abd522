import { expect, test } from 'vitest';
import { changePassword } from '#contracts/identity/account.ts';
import { getCurrentUser, login } from '#contracts/identity/auth.ts';
import { createTestShop, password } from '#tests/support/shop.ts';

const shop = await createTestShop();

test.for([
  ['changes', "password_hash = 'changed'"],
  ['is disabled', 'disabled_at = now()'],
] as const)('a login whose account %s between check and session gets none', async ([, change]) => {
  const user = await shop.createUser();
  const other = await shop.sql.reserve();
  await other`begin`;
  await other`update users set ${other.unsafe(change)} where id = ${user.id}`;
  await other`delete from sessions where user_id = ${user.id}`;
  let done = false;
  const answer = shop
    .as(null)(login, { body: { username: user.username, password } })
    .finally(() => {
      done = true;
    });
  await expect.poll(async () => done || (await locksWaitedFor()) > 0).toBe(true);
  await other`commit`;
  other.release();
  expect((await answer).status).toBe(422);
  expect(await shop.sql`select from sessions where user_id = ${user.id}`).toHaveLength(0);
  expect((await shop.as(user)(getCurrentUser)).status).toBe(401);
});

async function locksWaitedFor(): Promise<number> {
  const [row] = await shop.sql<{ count: number }[]>`
    select count(*) from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
  return row!.count;
}

test('of two changes of a password at once, one counts: the other checked a password that is gone', async () => {
  const user = await shop.createUser();
  const change = (next: string) =>
    shop.as(user)(changePassword, { body: { current_password: password, password: next } });
  const [first, second] = ['a-quiet-harbour-9', 'a-silent-harbour-7'] as const;
  const answers = await Promise.all([change(first), change(second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  const kept = answers[0].status === 204 ? first : second;
  const answer = await shop.as(null)(login, { body: { username: user.username, password: kept } });
  expect(answer.status).toBe(200);
});
