import { afterAll, expect, test } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { sql } = shop;
const [app, web] = [shop.databaseUrl, shop.web_url].map((url) => connect(url, { max: 2 }));
afterAll(() => Promise.all([app!.end({ timeout: 1 }), web!.end({ timeout: 1 })]));

test.each([
  ['the app', app!],
  ['the keyless web', web!],
])('what a rule stopped is not resumed by a later suspension that the role of %s writes', async (_name, thief) => {
  await addCards(shop);
  const [programme] = await sql<{ id: string }[]>`select id from programmes where state = 'active' limit 1`;
  const { id } = programme!;
  const staff = await shop.createUser({ role: 'admin' });
  const stop = (as: typeof sql, rule: string | null) => as`
    insert into programme_suspensions (programme_id, rule, reason, suspended_by, suspended_at)
    values (${id}, ${rule}, 'Odd', ${rule ? null : staff.id}, now())`;
  await stop(sql, 'IG-24');
  await sql`update programmes set state = 'suspended' where id = ${id}`;
  const resume = () => thief`update programmes set state = 'active' where id = ${id}`;
  await expect(resume()).rejects.toThrow(/takes two people/);
  await stop(thief, null);
  await expect(resume()).rejects.toThrow(/takes two people/);
});
