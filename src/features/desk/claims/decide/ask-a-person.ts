import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { openTicket } from '../../support/open-ticket.ts';
import type { SoldLine } from '../line/lock-line.ts';
import type { StoredAnswer } from '../line/read-answers.ts';

interface Claim {
  id: string;
  number: number;
  reason: 'not_active' | 'spent' | 'wrong_code' | 'other';
  note: string;
}

/** Opens the ticket in which a person looks into a claim, with what the shop knows about it. */
export async function askAPerson(
  ctx: Ctx,
  sql: Tx,
  { claim, line, answers }: { claim: Claim; line: SoldLine; answers: readonly StoredAnswer[] },
): Promise<void> {
  const [buyer] = await sql<[{ locale: string | null }]>`select locale from users where id = ${line.user_id}`;
  const locale = buyer.locale ?? 'en';
  const said = translate(locale, message(`claim.reason.${claim.reason}`));
  const [answer] = answers;
  const delivery = answers.findLast(({ cause }) => cause === 'delivery');
  const ticket_id = await openTicket(ctx, sql, {
    user_id: line.user_id,
    category: 'claim',
    subject: translate(locale, message('claim.ticket_subject', { number: String(claim.number) })),
    body: claim.note ? `${said}\n\n${claim.note}` : said,
    reference: { kind: 'card', id: line.card_id },
    proof: {
      claim_id: claim.id,
      order_id: line.order_id,
      batch_id: line.batch_id,
      price_cents: line.price_cents,
      sold_at: line.sold_at,
      revealed_at: line.revealed_at,
      guarantee_ends_at: line.guarantee_ends_at,
      answers: answers.length,
      status: answer?.status ?? null,
      asked_at: answer?.asked_at ?? null,
      balance_cents: answer?.balance_cents ?? null,
      redeemed_at: answer?.redeemed_at ?? null,
      delivery_status: delivery?.status ?? null,
      delivery_asked_at: delivery?.asked_at ?? null,
    },
  });
  await sql`
    update claims set state = 'open', ticket_id = ${ticket_id}, answer_id = ${answer?.id ?? null}
    where id = ${claim.id}`;
}
