import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';

interface Row {
  batch_id: string;
  name: string;
  state: string;
  user_id: string;
  imported_cards: number;
  refused_rows: number;
}

/** Tells whoever let a file be imported, in the shop and by mail, that it ended, failed or stands still. */
export async function notifyImporter(ctx: Ctx, import_id: string): Promise<void> {
  await transaction(ctx.sql, async (sql) => {
    const [row] = await sql<Row[]>`
      select i.batch_id, b.name, i.state, coalesce(i.committed_by, i.uploaded_by) as user_id,
        i.imported_cards, i.refused_rows
      from imports i join batches b on b.id = i.batch_id where i.id = ${import_id}`;
    if (!row) return;
    const { name, imported_cards: cards, refused_rows: refused } = row;
    const good = row.state === 'committed';
    const how = importEnd(row.state);
    await notify(sql, row.user_id, {
      type: good ? 'success' : 'warning',
      title: message('import.told', { how }),
      content: message('import.told_more', { name, cards, refused }),
      link: pagePath('/reseller/import/:id', { id: row.batch_id }),
    });
    await queueMail(sql, 'import_ended', { import_id, how });
  });
}

/** How an import ended, for texts. */
export const importEnd = (state: string): string =>
  state === 'committed' || state === 'refused' || state === 'failed' || state === 'cancelled' ? state : 'stalled';
