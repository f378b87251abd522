import { MINUTE_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx, VaultCtx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { endWaiting, settleReturned, type Verdict } from '../../../supply/batches/cards/settle-returned.ts';
import { reportUnusable } from '../../../supply/batches/states/report-unusable.ts';
import type { CardAnswer } from '../../../supply/issuers/adapter/read-answer.ts';
import { askCard } from '../../../supply/issuers/cards/ask-card.ts';
import { unknownCardsAlert } from '../../../supply/issuers/checks/alert-kinds.ts';
import { passOverReturner } from './pass-over-returner.ts';

const ASK_AGAIN_MS = 5 * MINUTE_MS;

interface Returned {
  batch_id: string;
  face_cents: number;
  /** Whether a manifest confirmed it, whose key still stands. */
  in_manifest: boolean;
}

/** The job that asks the issuer about a returned card before it goes back on sale. */
export function returnedTask(ctx: VaultCtx): Task {
  return async ({ card_id = '' }) => {
    const [waiting] = await ctx.sql<{ line_id: string; state: string }[]>`
      select r.line_id, c.state from returned_cards r join cards c on c.id = r.card_id where r.card_id = ${card_id}`;
    if (!waiting) return;
    const answer = waiting.state === 'paused' ? await askCard(ctx, { ...waiting, cause: 'return' }) : undefined;
    if (answer === 'no_answer') {
      const run_at = new Date(ctx.clock.now().getTime() + ASK_AGAIN_MS);
      return await addJob(ctx.sql, 'returned', { card_id }, { key: `returned:${card_id}`, run_at });
    }
    await transaction(ctx.sql, (sql) => settle(ctx, sql, card_id, answer));
  };
}

async function settle(ctx: Ctx, sql: Tx, card_id: string, answer: CardAnswer | undefined): Promise<void> {
  await sql`select from batches where id = (select batch_id from cards where id = ${card_id}) for update`;
  const line_id = await endWaiting(sql, card_id);
  if (line_id) await passOverReturner(sql, line_id);
  const [card] = await sql<Returned[]>`
    select c.batch_id, c.face_cents, k.id is not null and k.revoked_at is null as in_manifest
    from cards c left join confirmations f on f.id = c.confirmation_id left join issuer_keys k on k.id = f.key_id
    where c.id = ${card_id} and c.state = 'paused' for update of c`;
  // It expired, or was taken out of stock in between.
  if (!card) return;
  const { batch_id } = card;
  const verdict = verdictOf(card, answer);
  await settleReturned(ctx, sql, card_id, verdict);
  if (verdict === 'unknown') {
    const [{ name }] = await sql<[{ name: string }]>`select name from batches where id = ${batch_id}`;
    const details = { name, cards: 1 };
    await raiseAlert(sql, ctx.clock.now(), { kind: unknownCardsAlert, subject: batch_id, details });
  } else if (verdict === 'unusable') {
    await reportUnusable(ctx, sql, { actor_id: null }, { batch_id, ids: [card_id] });
  }
  const details = { status: answer?.status ?? null, verdict };
  await appendAudit(sql, { actor_id: null, action: 'card.asked_after_return', subject: card_id, details });
}

function verdictOf({ face_cents, in_manifest }: Returned, answer: CardAnswer | undefined): Verdict {
  if (answer === undefined) return in_manifest ? 'vouched' : 'unknown';
  if (answer.status === 'unknown') return 'unknown';
  const whole = answer.balance_cents === undefined || answer.balance_cents >= face_cents;
  return answer.status === 'active' && whole ? 'vouched' : 'unusable';
}
