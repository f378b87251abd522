import { randomInt } from 'node:crypto';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';

const COUNT = 10;
const LENGTH = 10;
// Without l, o, 0 and 1, which are easily confused; 50 bits per code.
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Replaces all recovery codes with ten new ones, in the caller's transaction. Only their MACs are stored. */
export async function replaceRecoveryCodes(ctx: Ctx, sql: Db, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await sql`delete from recovery_codes where user_id = ${user_id}`;
  for (const code of codes)
    await sql`insert into recovery_codes (user_id, code_mac) values (${user_id}, ${macOf(ctx, user_id, code)})`;
  return codes;
}

/** Consumes a code; false if it is unknown or already used. */
export async function takeRecoveryCode(ctx: Ctx, sql: Db, user_id: string, code: string): Promise<boolean> {
  const taken = await sql`
    update recovery_codes set used_at = ${ctx.clock.now()}
    where user_id = ${user_id} and code_mac = ${macOf(ctx, user_id, code)} and used_at is null returning user_id`;
  return taken.length === 1;
}

export async function recoveryCodesLeft(sql: Db, user_id: string): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::int as left from recovery_codes where user_id = ${user_id} and used_at is null`;
  return row!.left;
}

/** `abcde-fghij` */
function newCode(): string {
  const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

const macOf = (ctx: Ctx, user_id: string, code: string) =>
  ctx.vault.mac('recovery_code', `${user_id} ${code.toLowerCase().replace(/[\s-]/g, '')}`);
