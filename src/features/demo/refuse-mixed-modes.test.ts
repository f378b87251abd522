import { expect, test } from 'vitest';
import { createTestShop } from '#tests/support/shop.ts';
import { seedAccounts } from './people/accounts.ts';
import { refuseMixedModes } from './refuse-mixed-modes.ts';

const modes = ({ ctx }: Awaited<ReturnType<typeof createTestShop>>) => ({
  demo: () => refuseMixedModes({ ...ctx, config: { ...ctx.config, demo: true } }),
  real: () => refuseMixedModes({ ...ctx, config: { ...ctx.config, demo: false } }),
});

test('an empty database takes either mode', async () => {
  const { demo, real } = modes(await createTestShop());
  await demo();
  await real();
});

test('a real shop does not start on what demo mode left, whose passwords are known', async () => {
  const shop = await createTestShop();
  await seedAccounts({ ...shop.ctx, sql: shop.sql });
  await modes(shop).demo();
  await expect(modes(shop).real()).rejects.toThrow('filled by demo mode');
});

test('demo mode does not start on a real shop, where it would add admins', async () => {
  const shop = await createTestShop();
  await shop.createUser();
  await modes(shop).real();
  await expect(modes(shop).demo()).rejects.toThrow('belongs to a real shop');
});
