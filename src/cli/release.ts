import { parseArgs } from 'node:util';
import { actorNamed } from '#features/auth/actor-named.ts';
import type { Ctx } from '#features/ctx.ts';
import { releaseHeldDeposit } from '#features/payments/release-held-deposit.ts';
import { requireId } from './require-id.ts';

/** `facevalue release --deposit ID --as USERNAME`: credits a held deposit; without an id it lists them. */
export async function run(ctx: Ctx, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { deposit: { type: 'string' }, as: { type: 'string' } } });
  if (!values.deposit) {
    await list(ctx);
    return 0;
  }
  if (!values.as) throw new Error('Use: facevalue release --deposit ID --as USERNAME');
  await releaseHeldDeposit(ctx, await actorNamed(ctx, values.as), requireId('deposit', values.deposit));
  process.stdout.write('The deposit is credited.\n');
  return 0;
}

async function list(ctx: Ctx): Promise<void> {
  const held = await ctx.sql<
    { id: string; coin: string; username: string; amount_units: string; hold_reason: string }[]
  >`
    select d.id, d.coin, u.username, d.amount_units, d.hold_reason
    from deposits d join users u on u.id = d.user_id where d.state = 'held' order by d.id limit 500`;
  for (const { id, coin, username, amount_units, hold_reason } of held) {
    process.stdout.write(`${id}  ${coin} ${amount_units}  ${username}  ${hold_reason}\n`);
  }
  process.stdout.write(`${held.length} held\n`);
}
