import { Readable } from 'node:stream';
import { generateSync } from 'otplib';
import { afterAll, expect, test, vi } from 'vitest';
import * as factors from '#contracts/identity/factors.ts';
import { requireDuty } from '#features/identity/sessions/admission/require-duty.ts';
import { createTestShop, password } from '#tests/support/shop.ts';
import { actAs } from './arguments/act-as.ts';
import { commands } from './commands.ts';

const shop = await createTestShop({ demo: false });
const { ctx, sql } = shop;
const asked: string[] = [];
const prompt = vi.spyOn(process.stderr, 'write').mockImplementation((text) => asked.push(String(text)) > 0);
afterAll(() => prompt.mockRestore());
const typed = (...lines: string[]) => Readable.from(lines.map((line) => `${line}\n`));

async function importer() {
  const user = await shop.createUser({ role: 'admin', duties: ['importer'] });
  const { secret } = (await shop.as(user)(factors.startTwoFactor)).body.data;
  const otp = () => generateSync({ secret, epoch: Math.floor(shop.clock.now().getTime() / 1000) });
  expect((await shop.as(user)(factors.confirmTwoFactor, { body: { otp: otp() } })).status).toBe(200);
  shop.clock.advance(30_000);
  return { ...user, otp };
}

test('a command acts for whoever signs in at the terminal, by a session that ends before it begins', async () => {
  const user = await importer();
  const actor = await actAs(ctx, user.username, typed(password, user.otp()));
  expect(actor).toMatchObject({ user: { id: user.id }, client: { address: expect.stringMatching(/^cli:./) } });
  requireDuty(actor, 'importer');
  expect(asked.join('')).not.toContain(password);
  expect(await sql`select address from audit_entries where action = 'auth.logout' and actor_id = ${user.id}`).toEqual([
    { address: actor.client.address },
  ]);
  expect(await sql`select id from sessions where user_id = ${user.id} and user_agent = 'command line'`).toEqual([]);
});

test('a wrong password, a wrong code or nothing at all acts for nobody', async () => {
  const user = await importer();
  await expect(actAs(ctx, user.username, typed('not-the-password'))).rejects.toThrow(/wrong|incorrect/i);
  await expect(actAs(ctx, user.username, typed(password, '000000'))).rejects.toThrow();
  await expect(actAs(ctx, user.username, typed(password))).rejects.toThrow('Nothing was typed.');
  await expect(actAs(ctx, 'nobody', typed(password))).rejects.toThrow(/wrong|incorrect/i);
});

test('no command approves, releases or pays out', () => {
  expect(Object.keys(commands).filter((name) => /approve|release|pay|lift|credit/.test(name))).toEqual([]);
});
