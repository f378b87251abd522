import type { Db } from '#platform/db/client.ts';
import { changeRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

/** The columns of an account that its MAC covers, but for those that only a decision changes. */
interface Changes {
  username?: string;
  email?: string;
  email_verified_at?: Date | null;
  password_hash?: string;
  activated_at?: Date;
  disabled_at?: Date | null;
  erased_at?: Date;
  second_factor?: boolean;
}

/** The one way to change what decides who signs in to an account: in the caller's transaction, and only if its MAC fits. */
export const changeUser = ({ vault }: Pick<Ctx, 'vault'>, sql: Db, user_id: string, changes: Changes): Promise<void> =>
  changeRow(vault, sql, { table: 'users', id: user_id }, { ...changes });
