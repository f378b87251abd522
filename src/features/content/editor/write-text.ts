import type { EditedText } from '#contracts/content/editor-calls.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { askSecond, heldOf } from '../publication/hold-back.ts';
import { withProposals } from '../publication/with-proposals.ts';
import type { Kind } from './kind.ts';
import { rowOf } from './row-of.ts';

/** The verb that writes a text of a kind: a draft, or one that shows now or later; what has to wait is a draft until then. */
export function writeText<Text extends EditedText>(kind: Kind<Text>) {
  return async function writeText(ctx: Ctx, actor: Actor, { body }: { body: Partial<Text> }) {
    const now = ctx.clock.now();
    const row = rowOf(kind, body, now);
    kind.check?.({ ...body, ...row });
    const held = heldOf(kind, row as Partial<Text>);
    if (held) row[String(kind.moments[0])] = null;
    return transaction(ctx.sql, async (sql) => {
      const [text] = await sql<Text[]>`
        insert into ${sql(kind.table)} ${sql({ ...row, created_at: now, updated_at: now, saved_by: actor.user.id })}
        returning ${kind.columns(sql, now)}`;
      const details = { ...kind.audited(text!), state: text!.state };
      await appendAudit(sql, { ...by(actor), action: `${kind.audit}.written`, subject: text!.id, details });
      if (text!.state === 'published') await kind.announce?.(sql);
      if (held) await askSecond(ctx, sql, actor, { table: kind.table, id: text!.id, held });
      const [data] = await withProposals(sql, actor, [text!]);
      return { data: data! };
    });
  };
}
