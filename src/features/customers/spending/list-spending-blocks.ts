import type { Reply } from '#contracts/call.ts';
import type { listSpendingBlocks as contract } from '#contracts/customers/spending.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';

const SHOWN = 200;

/** Accounts whose spending is blocked, longest blocked first, with what each owes. */
export async function listSpendingBlocks(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const rows = await ctx.sql<{ user_id: string; username: string; blocked_at: string }[]>`
    select b.user_id, u.username, b.blocked_at from spending_blocks b join users u on u.id = b.user_id
    where b.lifted_at is null order by b.id limit ${SHOWN}`;
  await noteList(
    ctx,
    ctx.sql,
    actor,
    rows.map(({ user_id }) => user_id),
  );
  const data = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      owed_cents: Math.max(0, -(await balanceOf(ctx.sql, { kind: 'debt', owner_id: row.user_id }))),
    })),
  );
  return { data };
}
