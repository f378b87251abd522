import { MINUTE_MS } from '#contracts/time-units.ts';
import { MAX_AGE_MS } from '#platform/http/outgoing/signatures.ts';
import type { IssuerAnswer } from '../line/read-answers.ts';

const AT_REVEAL_MS = 10 * MINUTE_MS;

interface Sale {
  revealed_at: string;
  /** What the issuer said about this card since it was sold, without the answer to judge. */
  earlier: readonly Pick<IssuerAnswer, 'status' | 'cause' | 'asked_at'>[];
}

/**
 * Whether the issuer's answer refunds a claim at once: only if it shows that the buyer can't have spent the card. Anything
 * that leaves it open goes to a person.
 */
export function verdict(answer: IssuerAnswer, { revealed_at, earlier }: Sale): 'refund' | 'person' {
  if (answer.status === 'redeemed') return spentBefore(answer, { revealed_at, earlier }) ? 'refund' : 'person';
  // Blocked now, but somebody redeemed it.
  if (answer.status === 'active' || answer.redeemed_at !== null) return 'person';
  // It worked once since the sale: it may have been spent and then blocked.
  if (earlier.some(({ status }) => status === 'active' || status === 'redeemed')) return 'person';
  // An issuer that doesn't say whether it was redeemed must have said the same right after the reveal.
  const atReveal = ({ cause, asked_at }: (typeof earlier)[number]) =>
    cause === 'delivery' && Date.parse(asked_at) - Date.parse(revealed_at) <= AT_REVEAL_MS;
  return answer.never_redeemed || earlier.some(atReveal) ? 'refund' : 'person';
}

/** Nothing was redeemed since the buyer knew the code, nothing is left, and no earlier answer says otherwise. */
function spentBefore({ redeemed_at, balance_cents }: IssuerAnswer, { revealed_at, earlier }: Sale): boolean {
  if (redeemed_at === null || balance_cents !== 0) return false;
  const spent = Date.parse(redeemed_at);
  const contradicted = earlier.some(({ status, asked_at }) => status === 'active' && Date.parse(asked_at) > spent);
  // The issuer's clock may be behind ours by as much as its signatures may.
  return spent <= Date.parse(revealed_at) - MAX_AGE_MS && !contradicted;
}
