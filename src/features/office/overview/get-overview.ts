import type { Input, Reply } from '#contracts/call.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { getOverview as contract } from '#contracts/office/overview.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readFigures } from './figures/read-figures.ts';
import { utcDay } from './figures/utc-day.ts';
import { readFirstSteps } from './state/read-first-steps.ts';
import { readMachine } from './state/read-machine.ts';
import { readStock } from './state/read-stock.ts';
import { readTickets } from './state/read-tickets.ts';
import { readWork } from './state/read-work.ts';

/** How the shop does, as far as the duties of who asks go: reads daily sums and bounded counts, never all orders. */
export async function getOverview(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql, clock } = ctx;
  const now = clock.now();
  const length = Number(query.days ?? '1');
  const period = { from: utcDay(now, 1 - length), to: utcDay(now, 0) };
  const earlier = { from: utcDay(now, 1 - 2 * length), to: utcDay(now, -length) };
  const holds = (...duties: string[]) => holdsDuty(actor.user.roles, ...duties);
  const operates = holds('support', 'approver', 'auditor');
  const may = {
    sales: holds('importer', 'approver', 'payouts', 'auditor'),
    top_ups: operates,
  };
  const [current, previous, first_steps, stock, tickets, work, machine] = await Promise.all([
    readFigures(sql, period, may),
    readFigures(sql, earlier, may),
    readFirstSteps(ctx, actor),
    readStock(sql, may.sales),
    holds('support', 'auditor') ? readTickets(sql) : null,
    operates ? readWork(ctx) : null,
    operates ? readMachine(ctx) : null,
  ]);
  return {
    data: {
      ...current.figures,
      as_of: current.as_of,
      before: previous.summed === length ? previous.figures : null,
      first_steps,
      stock,
      tickets,
      work,
      machine,
    },
  };
}
