import type { Input } from '#contracts/call.ts';
import type { saveCategory as contract } from '#contracts/desk/support.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';

/** Adds a category or changes it; none is removed, because tickets keep theirs. */
export async function saveCategory(
  ctx: Ctx,
  actor: Actor,
  { params: { slug }, body: { names, position, offered } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    await sql`
      insert into support_categories (slug, names, position, offered)
      values (${slug}, ${sql.json(names)}, ${position}, ${offered})
      on conflict (slug) do update
      set names = excluded.names, position = excluded.position, offered = excluded.offered`;
    await appendAudit(sql, {
      ...by(actor),
      action: 'ticket.category_saved',
      subject: slug,
      details: { position, offered },
    });
  });
}
