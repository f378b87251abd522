import type { EditedText } from '#contracts/content/editor-calls.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { digestOf } from '../publication/held-fields.ts';
import { publicationKind } from '../publication/publication-kind.ts';
import { withProposals } from '../publication/with-proposals.ts';
import { findText } from './find-text.ts';
import type { Kind } from './kind.ts';

interface Decision {
  params: { id: string };
  body: { proposal_id: string; decision: 'approved' | 'rejected'; reason: string };
}

/** The verb by which a second publisher releases a text that the guard isn't sure about, exactly as they read it, or leaves it a draft. */
export function decideText<Text extends EditedText>(kind: Kind<Text>) {
  return async function decideText(ctx: Ctx, actor: Actor, { params: { id }, body }: Decision) {
    const now = ctx.clock.now();
    const { proposal_id, decision, reason } = body;
    return transaction(ctx.sql, async (sql) => {
      const before = await findText(sql, kind, { id, now, lock: true });
      const verdict = { kind: publicationKind, subject: id, id: proposal_id, decision, reason };
      const { facts } = await decide(ctx, sql, actor, verdict);
      let text = before;
      if (decision === 'approved') {
        if (facts.digest !== digestOf(kind, before)) throw new AppError('conflict', message('content.held_changed'));
        const start = String(kind.moments[0]);
        const at = new Date(Math.max(now.getTime(), Date.parse(String(facts.at)))).toISOString();
        kind.check?.({ ...before, [start]: at });
        const [published] = await sql<Text[]>`
          update ${sql(kind.table)} set ${sql({ [start]: at, updated_at: now })} where id = ${id}
          returning ${kind.columns(sql, now)}`;
        text = published!;
        const details = { ...kind.audited(text), state: text.state, state_before: before.state };
        await appendAudit(sql, { ...by(actor), action: `${kind.audit}.changed`, subject: id, details });
        if (text.state === 'published') await kind.announce?.(sql);
      }
      const [data] = await withProposals(sql, actor, [text]);
      return { data: data! };
    });
  };
}
