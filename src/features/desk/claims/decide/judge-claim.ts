import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import type { SoldLine } from '../line/lock-line.ts';
import { readAnswers, type StoredAnswer } from '../line/read-answers.ts';
import { askAPerson } from './ask-a-person.ts';
import { refundClaim } from './refund-claim.ts';
import { verdict } from './verdict.ts';

interface Judged {
  claim_id: string;
  line: SoldLine;
  /** The answer to judge by; absent where nobody can be asked. */
  answer?: StoredAnswer | undefined;
}

/**
 * Decides a waiting claim of a locked card by the issuer's answer, or hands it to a person, who can tell which card of the
 * order support refunded by hand.
 */
export async function judgeClaim(ctx: Ctx, sql: Tx, { claim_id, line, answer }: Judged): Promise<void> {
  const answers = await readAnswers(sql, line.line_id);
  const earlier = answers.filter(({ id }) => id !== answer?.id);
  const { revealed_at, refunded_by_hand } = line;
  if (!refunded_by_hand && answer && revealed_at && verdict(answer, { revealed_at, earlier }) === 'refund')
    return refundClaim(ctx, sql, { claim_id, line, state: 'refunded', answer_id: answer.id });
  const [claim] = await sql<
    [{ id: string; number: number; reason: 'not_active' | 'spent' | 'wrong_code' | 'other'; note: string }]
  >`select id, number, reason, note from claims where id = ${claim_id}`;
  await askAPerson(ctx, sql, { claim, line, answers });
}
