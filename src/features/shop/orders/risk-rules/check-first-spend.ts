import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { toppedUpCents } from '../../../identity/auth/activation/activate-if-ready.ts';
import { reportRisk } from '../../../oversight/alerts/report-risk.ts';
import { spentAtSignUpAlert } from './alert-kinds.ts';

export const SIGN_UP_MS = 5 * MINUTE_MS;
/** Prices rarely add up to the cent: with a tenth or less left, the top-up counts as spent in full. */
export const LEFT_PERCENT = 10;

/** Call in an order's transaction, after its transfer. `signed_up_at` is read together with the balance. */
export async function checkFirstSpend(
  ctx: Ctx,
  sql: Db,
  { user_id, signed_up_at, left_cents }: { user_id: string; signed_up_at: string; left_cents: number },
): Promise<void> {
  const now = ctx.clock.now();
  const since = new Date(signed_up_at);
  if (now.getTime() - since.getTime() > SIGN_UP_MS) return;
  const [money] = await sql<{ topped_up: number }[]>`select ${toppedUpCents(sql, user_id)} as topped_up`;
  const { topped_up } = money!;
  if (topped_up === 0 || left_cents * 100 > topped_up * LEFT_PERCENT) return;
  const details = { topped_up_cents: topped_up, left_cents, minutes: SIGN_UP_MS / MINUTE_MS };
  await reportRisk(sql, now, {
    kind: spentAtSignUpAlert,
    subject: user_id,
    user_ids: [user_id],
    details,
    since,
  });
}
