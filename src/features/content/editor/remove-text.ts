import type { EditedText } from '#contracts/content/editor-calls.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { publicationKind } from '../publication/publication-kind.ts';
import { findText } from './find-text.ts';
import type { Kind } from './kind.ts';

/** The verb that removes a text of a kind; one that readers can see has to be taken back first. */
export function removeText<Text extends EditedText>(kind: Kind<Text>) {
  return async function removeText(ctx: Ctx, actor: Actor, { params: { id } }: { params: { id: string } }) {
    await transaction(ctx.sql, async (sql) => {
      const text = await findText(sql, kind, { id, now: ctx.clock.now(), lock: true });
      if (text.state === 'published') throw new AppError('conflict', message('content.is_published'));
      await dismiss(ctx, sql, actor, { kind: publicationKind, subject: id });
      await sql`delete from ${sql(kind.table)} where id = ${id}`;
      const details = { ...kind.audited(text), state: text.state };
      await appendAudit(sql, { ...by(actor), action: `${kind.audit}.removed`, subject: id, details });
    });
    return undefined;
  };
}
