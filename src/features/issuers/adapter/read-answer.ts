import { z } from 'zod';
import { AdapterError } from './adapter-error.ts';
import type { Answer } from './post-text.ts';
import { isFresh, isSigned, NONCE, SIGNATURE, TIMESTAMP } from './signatures.ts';

export const CARD_STATUSES = ['active', 'unknown', 'inactive', 'redeemed'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

const answerBody = z.object({
  programme: z.string(),
  cards: z.array(z.object({ card: z.string(), status: z.enum(CARD_STATUSES) })),
});

interface Asked {
  secret: string;
  nonce: string;
  now: Date;
  programme: string;
  digests: readonly string[];
}

/** The status of each card that was asked about. Nothing of an answer is read before its signature holds. */
export function readAnswer({ headers, text }: Answer, asked: Asked): Map<string, CardStatus> {
  const header = (name: string) => String(headers[name] ?? '');
  const { secret, nonce, now, programme, digests } = asked;
  const message = { kind: 'answer' as const, timestamp: header(TIMESTAMP), nonce: header(NONCE), body: text };
  if (!isSigned(secret, message, header(SIGNATURE))) throw new AdapterError('signature');
  if (message.nonce !== nonce) throw new AdapterError('replayed');
  if (!isFresh(message.timestamp, now)) throw new AdapterError('stale');
  const body = answerBody.safeParse(parsed(text));
  if (!body.success || body.data.programme !== programme) throw new AdapterError('malformed');
  const statuses = new Map<string, CardStatus>();
  for (const { card, status } of body.data.cards) {
    if (statuses.has(card) && statuses.get(card) !== status) throw new AdapterError('contradiction');
    statuses.set(card, status);
  }
  if (statuses.size !== digests.length || digests.some((digest) => !statuses.has(digest))) {
    throw new AdapterError('incomplete');
  }
  return statuses;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
