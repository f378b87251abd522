import type { EditedText } from '#contracts/content/editor-calls.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { digestOf } from '../publication/held-fields.ts';
import { askSecond, heldChange } from '../publication/hold-back.ts';
import { publicationKind } from '../publication/publication-kind.ts';
import { withProposals } from '../publication/with-proposals.ts';
import { findText } from './find-text.ts';
import type { Kind } from './kind.ts';
import { rowOf } from './row-of.ts';

interface Change<Text> {
  params: { id: string };
  body: Partial<Text> & { read_at?: string };
}

/** The verb that changes, publishes or takes back a text of a kind, unless somebody changed it since `read_at`. */
export function changeText<Text extends EditedText>(kind: Kind<Text>) {
  return async function changeText(ctx: Ctx, actor: Actor, { params: { id }, body }: Change<Text>) {
    const now = ctx.clock.now();
    const { read_at, ...columns } = body;
    const row = rowOf(kind, columns, now);
    return transaction(ctx.sql, async (sql) => {
      const before = await findText(sql, kind, { id, now, lock: true });
      if (read_at !== undefined && Date.parse(read_at) !== Date.parse(before.updated_at))
        throw new AppError('conflict', message('content.changed_since'));
      if (kind.final && before.state === 'published') throw new AppError('conflict', message('content.is_final'));
      const after = { ...before, ...row } as Text;
      kind.check?.(after);
      const held = await heldChange(ctx, sql, kind, { before, after });
      if (held) row[String(kind.moments[0])] = null;
      if (held || digestOf(kind, before) !== digestOf(kind, after))
        await dismiss(ctx, sql, actor, { kind: publicationKind, subject: id });
      const [text] = await sql<Text[]>`
        update ${sql(kind.table)} set ${sql({ ...row, updated_at: now, saved_by: actor.user.id })} where id = ${id}
        returning ${kind.columns(sql, now)}`;
      const details = { ...kind.audited(text!), state: text!.state, state_before: before.state };
      await appendAudit(sql, { ...by(actor), action: `${kind.audit}.changed`, subject: id, details });
      if ([before.state, text!.state].includes('published')) await kind.announce?.(sql);
      if (held) await askSecond(ctx, sql, actor, { table: kind.table, id, held });
      const [data] = await withProposals(sql, actor, [text!]);
      return { data: data! };
    });
  };
}
