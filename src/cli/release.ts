import { parseArgs } from 'node:util';
import type { Ctx } from '#features/ctx.ts';
import { releasePayment } from '#features/holds/release-payment.ts';
import { getActorByUsername } from '#features/sessions/get-actor-by-username.ts';
import { requireId } from './arguments/require-id.ts';

/** `facevalue release --deposit ID --reason TEXT --as USERNAME` credits a deposit on hold; without an id, lists all. */
export async function run(ctx: Ctx, args: string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { deposit: text, reason: text, as: text } });
  if (!values.deposit) {
    await list(ctx);
    return 0;
  }
  const reason = values.reason?.trim() ?? '';
  if (!values.as || reason.length < 3)
    throw new Error('Usage: facevalue release --deposit ID --reason TEXT --as USERNAME');
  const { data } = await releasePayment(ctx, await getActorByUsername(ctx, values.as), {
    params: { id: requireId('deposit', values.deposit) },
    query: undefined,
    body: { reason },
  });
  const proposed = data.decisions.at(-1)?.decision === 'propose';
  process.stdout.write(proposed ? 'Proposed: another admin must release it too.\n' : 'The deposit was credited.\n');
  return 0;
}

async function list(ctx: Ctx): Promise<void> {
  const held = await ctx.sql<
    { id: string; coin: string; username: string; amount_units: string; hold_reason: string }[]
  >`
    select d.id, d.coin, u.username, d.amount_units, d.hold_reason
    from deposits d join users u on u.id = d.user_id where d.hold_reason is not null order by d.id limit 500`;
  for (const { id, coin, username, amount_units, hold_reason } of held) {
    process.stdout.write(`${id}  ${coin} ${amount_units}  ${username}  ${hold_reason}\n`);
  }
  process.stdout.write(`${held.length} on hold\n`);
}
