import { expect, test } from 'vitest';
import { changeProfile } from '#contracts/identity/account.ts';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();

test('shortcuts are off or have other keys as the account chose, and go back to those of the shop', async () => {
  const user = await shop.createUser();
  const saved = async () => (await shop.as(user)(getCurrentUser)).body.data.shortcuts;
  expect(await saved()).toBeNull();
  const chosen = { on: false, keys: { take: 'X', help: '' } };
  const { status, body } = await shop.as(user)(changeProfile, { body: { shortcuts: chosen } });
  expect(status).toBe(200);
  expect(body.data.shortcuts).toEqual({ on: false, keys: { take: 'x', help: '' } });
  await shop.as(user)(changeProfile, { body: { display_name: 'Ann' } });
  expect(await saved()).toEqual({ on: false, keys: { take: 'x', help: '' } });
  await shop.as(user)(changeProfile, { body: { shortcuts: null } });
  expect(await saved()).toBeNull();
});

test('a key that another shortcut has, two characters and a space are refused', async () => {
  const user = await shop.createUser();
  const change = (keys: object) =>
    shop.as(user)(changeProfile, { body: { shortcuts: { on: true, keys } } }) as Promise<{
      status: number;
      body: { errors?: object };
    }>;
  const same = await change({ solve: 'A' });
  expect(same.status).toBe(422);
  const text = ['Another shortcut has “a”. Choose a different key.'];
  expect(same.body.errors).toEqual({ 'shortcuts.take': text, 'shortcuts.solve': text });
  for (const key of ['ab', ' ', '\u0007']) expect((await change({ solve: key })).status).toBe(422);
  expect((await change({ fly: 'f' })).status).toBe(422);
  expect((await shop.as(user)(getCurrentUser)).body.data.shortcuts).toBeNull();
});
