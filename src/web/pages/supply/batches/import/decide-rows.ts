import { decideQuarantine } from '#contracts/supply/batches.ts';
import type { readForm } from '#web/forms/form-data.ts';
import { attempt, type Where } from '#web/server/api.ts';

const DECISIONS = { admit: 'approved', admit_all: 'approved', void: 'rejected', void_all: 'rejected' } as const;
export type RowDecision = keyof typeof DECISIONS;

export const isRowDecision = (value: string): value is RowDecision => Object.hasOwn(DECISIONS, value);

/** Admits or voids the selected quarantined rows, or all that are left. */
export function decideRows(where: Where, decision: RowDecision, field: Awaited<ReturnType<typeof readForm>>) {
  const reason = field('reason');
  return attempt({ ...where, preserve: { decision, reason } }, decideQuarantine, {
    params: { id: field('quarantine') },
    body: {
      proposal_id: field('proposal_id'),
      decision: DECISIONS[decision],
      reason,
      ...(!decision.endsWith('_all') && { ids: field.all('ids') }),
    },
    idempotencyKey: field('key'),
  });
}
