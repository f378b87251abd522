import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../ctx.ts';
import type { Alert } from '../../oversight/alerts/raise-alert.ts';
import { reconcileAlerts } from '../../oversight/alerts/reconcile-alerts.ts';
import { expiresAlert, lowAlert, stalledAlert } from './alert-kinds.ts';

const LOW_CARDS = 20;
const EXPIRES_DAYS = 60;
const STALLED_DAYS = 30;

/** Raises an alert for stock that a person should look at, once, and ends it when its cause is gone. */
export async function watchStock(ctx: Ctx): Promise<void> {
  const { sql, clock } = ctx;
  const now = clock.now();
  const due = (await Promise.all([readLow(ctx), readExpiring(ctx, now), readStalled(ctx, now)])).flat();
  await reconcileAlerts(sql, now, { kinds: [lowAlert, expiresAlert, stalledAlert], due });
}

const day = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Programmes on sale that have sold cards and have few left. */
async function readLow({ sql }: Ctx): Promise<Alert<{ name: string; cards: number }>[]> {
  const rows = await sql<{ id: string; name: string; cards: number }[]>`
    select p.id, p.name, coalesce(sum(f.available) filter (where b.state = 'approved'), 0)::bigint as cards
    from programmes p join batches b on b.programme_id = p.id join batch_figures f on f.batch_id = b.id
    where p.state = 'active' group by p.id
    having sum(f.sold) > 0 and coalesce(sum(f.available) filter (where b.state = 'approved'), 0) < ${LOW_CARDS}`;
  return rows.map(({ id, name, cards }) => ({ kind: lowAlert, subject: id, details: { name, cards } }));
}

/** Batches on sale of which cards expire soon; lots know their date. */
async function readExpiring({ sql }: Ctx, now: Date): Promise<Alert<{ name: string; cards: number; days: number }>[]> {
  const rows = await sql<{ id: string; name: string; cards: number }[]>`
    select b.id, b.name, sum(lot.cards)::bigint as cards from lots_left lot join batches b on b.id = lot.batch_id
    where b.state = 'approved' and lot.expires_on between ${day(now, 0)}::date and ${day(now, EXPIRES_DAYS)}::date
    group by b.id having sum(lot.cards) > 0`;
  return rows.map(({ id, name, cards }) => ({
    kind: expiresAlert,
    subject: id,
    details: { name, cards, days: EXPIRES_DAYS },
  }));
}

/** Batches that have been on sale for a while, and sold nothing in it. */
async function readStalled({ sql }: Ctx, now: Date): Promise<Alert<{ name: string; cards: number; days: number }>[]> {
  const since = new Date(now.getTime() - STALLED_DAYS * DAY_MS);
  const rows = await sql<{ id: string; name: string; cards: number }[]>`
    select b.id, b.name, f.available as cards from batches b join batch_figures f on f.batch_id = b.id
    where b.state = 'approved' and b.created_at < ${since} and f.available > 0
      and not exists (select from sold_cards where created_at >= ${since} and batch_id = b.id)`;
  return rows.map(({ id, name, cards }) => ({
    kind: stalledAlert,
    subject: id,
    details: { name, cards, days: STALLED_DAYS },
  }));
}
