import type { Db } from '#platform/db/client.ts';
import type { CardStatus } from '../../../supply/issuers/adapter/read-answer.ts';

/** A signed answer about a sold card. */
export interface IssuerAnswer {
  status: CardStatus;
  cause: string;
  asked_at: string;
  balance_cents: number | null;
  redeemed_at: string | null;
  never_redeemed: boolean;
}

export type StoredAnswer = IssuerAnswer & { id: string };

/** The signed answers about the card of an order line since its sale, newest first. */
export const readAnswers = (sql: Db, line_id: string) => sql<StoredAnswer[]>`
  select id, cause, asked_at, status, balance_cents, redeemed_at, never_redeemed from issuer_answers
  where line_id = ${line_id} and status is not null order by line_id desc, id desc limit 200`;
