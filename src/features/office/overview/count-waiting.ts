import type { Reply } from '#contracts/call.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { countWaiting as contract, Waiting } from '#contracts/office/overview.ts';
import type { Actor, Ctx } from '../../ctx.ts';

const MAX_COUNTED = 100;

/** Counts of open work for each section. Every back-office page asks, so each count has an index and a limit. */
export async function countWaiting({ sql }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const holds = (...duties: string[]) => holdsDuty(actor.user.roles, ...duties);
  const [row] = await sql<[Waiting]>`
    select
      (select count(*) from (select from alerts where resolved_at is null limit ${MAX_COUNTED}) as each) as alerts,
      (select count(*) from (select from claims where state = 'open' limit ${MAX_COUNTED}) as each) as claims,
      (select count(*) from (select from deposits where hold_reason is not null
        limit ${MAX_COUNTED}) as each) as payments,
      (select count(*) from (
        select from unclaimed_deposits where deposit_id is null and height is not null
        limit ${MAX_COUNTED}) as each) as unclaimed,
      (select count(*) from (select from tickets where waiting_since is not null
        limit ${MAX_COUNTED}) as each) as tickets,
      (select count(*) from (select from tier_requests where state = 'open'
        limit ${MAX_COUNTED}) as each) as tier_requests`;
  const { tickets, tier_requests, ...rest } = row;
  return {
    data: {
      ...rest,
      tickets: holds('support', 'auditor') ? tickets : null,
      tier_requests: holds('support', 'approver', 'auditor') ? tier_requests : null,
    },
  };
}
