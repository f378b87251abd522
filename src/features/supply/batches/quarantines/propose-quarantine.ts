import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { quarantineKind } from '../proposals/quarantine-kind.ts';

/** Asks for a decision about quarantined cards: when their file was imported, and again after that was withdrawn. */
export async function proposeQuarantine(ctx: Ctx, actor: Actor, { id }: { id: string }): Promise<void> {
  requireDuty(actor, 'importer');
  await transaction(ctx.sql, async (sql) => {
    const [quarantine] = await sql<{ batch_id: string; name: string; rules: string[]; cards: number }[]>`
      select b.id as batch_id, b.name, q.rules,
        (select count(*) from cards where quarantine_id = q.id and state = 'quarantined') as cards
      from quarantines q join batches b on b.id = q.batch_id where q.id = ${id} for update of b`;
    if (!quarantine) throw new AppError('not_found', message('quarantine.not_found'));
    if (quarantine.cards === 0) throw new AppError('conflict', message('quarantine.decided'));
    const { batch_id, name } = quarantine;
    const facts = { batch_id, name, rules: quarantine.rules.join(', '), cards: quarantine.cards };
    await propose(ctx, sql, actor, { kind: quarantineKind, subject: id, facts });
  });
}
