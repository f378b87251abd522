import { login } from '#contracts/identity/auth.ts';
import { linkAccount, linkKey } from '#features/identity/linked-accounts/link-account.ts';
import { password, type TestShop, type TestUser } from './shop.ts';

/** The ways in which accounts get linked, as people and chains do them. */
export function createLinks(shop: TestShop) {
  /** Signs in with the browser of earlier sign-ins, or a new one; returns the token that it keeps. */
  async function signInOn(user: TestUser, device?: string): Promise<string> {
    const body = { username: user.username, password, ...(device && { device }) };
    const answer = await shop.as(null)(login, { body });
    if (answer.status !== 200) throw new Error(`no sign-in: ${answer.body.message}`);
    return answer.body.device!;
  }

  /** New unverified buyers who sign in one after the other with one browser. */
  async function onOneDevice(count: number, balance_cents = 0): Promise<TestUser[]> {
    const users: TestUser[] = [];
    let device: string | undefined;
    for (let i = 0; i < count; i++) {
      const user = await shop.createUser({ tier: 0, balance_cents });
      device = await signInOn(user, device);
      users.push(user);
    }
    return users;
  }

  /** Signs each of the accounts was seen with. */
  async function see(kind: 'device' | 'funding' | 'gifts' | 'sign_up', of: string, users: readonly { id: string }[]) {
    const key = linkKey(shop.ctx, kind, of);
    for (const { id } of users) await linkAccount(shop.ctx, shop.ctx.sql, { user_id: id, kind, key });
  }

  const groupOf = async ({ id }: { id: string }) =>
    (
      await shop.sql<{ user_id: string }[]>`
        select other.user_id from linked_accounts own join linked_accounts other on other.group_id = own.group_id
        where own.user_id = ${id} order by 1`
    ).map(({ user_id }) => user_id);

  return { groupOf, onOneDevice, see, signInOn };
}
