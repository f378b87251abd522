import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { openConfirmation } from '../../batches/cards/open-confirmation.ts';
import { confirmCards } from '../../batches/confirm-cards.ts';
import { reportUnusable } from '../../batches/states/report-unusable.ts';
import { CARD_STATUSES, type CardStatus } from '../adapter/read-answer.ts';
import { publishCheck } from './publish-check.ts';
import { reportCanaries } from './report-canaries.ts';

interface Answered {
  check_id: string;
  batch_id: string;
  /** Where the check stood when the question was asked. */
  before: string | null;
  statuses: ReadonlyMap<string, CardStatus>;
}

/** Does what follows from an issuer's answer: confirms cards, reports others as unusable, and counts. */
export async function applyAnswer(
  ctx: Ctx,
  sql: Tx,
  { check_id, batch_id, before, statuses }: Answered,
): Promise<void> {
  const [batch] = await sql<{ state: string }[]>`select state from batches where id = ${batch_id} for update`;
  const [check] = await sql<{ confirmation_id: string | null }[]>`
    select confirmation_id from issuer_checks
    where id = ${check_id} and ended_at is null and after_card is not distinct from ${before}::uuid for update`;
  // Another process asked the same, and was faster.
  if (!check || !batch) return;
  const idsOf = (status: CardStatus) => [...statuses].flatMap(([id, said]) => (said === status ? [id] : []));
  const active = idsOf('active');
  const canaries = await sql<{ id: string; issuer_confirmed: boolean }[]>`
    select id, issuer_confirmed from cards where canary and id = any(${[...statuses.keys()]})`;
  const confirmation_id =
    check.confirmation_id ??
    (active.length > 0 ? await openConfirmation(sql, { batch_id, source: 'adapter', now: ctx.clock.now() }) : null);
  const confirmed = confirmation_id
    ? await confirmCards(ctx, sql, { batch_id, state: batch.state, confirmation_id, which: sql`id = any(${active})` })
    : 0;
  const known = new Set(canaries.filter(({ issuer_confirmed }) => issuer_confirmed).map(({ id }) => id));
  const unusable = [...idsOf('inactive').filter((id) => !known.has(id)), ...idsOf('redeemed')];
  if (unusable.length > 0) await reportUnusable(ctx, sql, { actor_id: null }, { batch_id, ids: unusable });
  await reportCanaries(ctx, sql, {
    batch_id,
    said: canaries.map((card) => ({ ...card, status: statuses.get(card.id)! })),
  });
  const counts = CARD_STATUSES.map((status) => sql`${sql(status)} = ${sql(status)} + ${idsOf(status).length}`);
  await sql`
    update issuer_checks set after_card = ${[...statuses.keys()].at(-1)!}, confirmation_id = ${confirmation_id},
      confirmed = confirmed + ${confirmed}, ${counts.reduce((all, one) => sql`${all}, ${one}`)}
    where id = ${check_id}`;
  await publishCheck(sql, check_id);
}
