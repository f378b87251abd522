import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { propose } from '../four-eyes/propose.ts';
import { requireDuty } from '../sessions/require-duty.ts';
import { programmeKind } from './programme-kind.ts';

/** Asks for a programme's approval: when it is created, and again after that was withdrawn. */
export async function proposeProgramme(ctx: Ctx, actor: Actor, { id }: { id: string }): Promise<void> {
  requireDuty(actor, 'importer');
  await transaction(ctx.sql, async (sql) => {
    const [programme] = await sql<{ state: string; name: string }[]>`
      select state, name from programmes where id = ${id} for update`;
    if (!programme) throw new AppError('not_found', message('programme.not_found'));
    if (programme.state !== 'proposed') throw new AppError('conflict', message('programme.approved_already'));
    await propose(ctx, sql, actor, { kind: programmeKind, subject: id, facts: { name: programme.name } });
  });
}
