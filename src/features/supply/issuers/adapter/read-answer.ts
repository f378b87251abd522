import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Answer } from '#platform/http/outgoing/send-request.ts';
import { isFresh, isSigned, NONCE, SIGNATURE, TIMESTAMP } from '#platform/http/outgoing/signatures.ts';
import { AdapterError } from './adapter-error.ts';

export const CARD_STATUSES = ['active', 'unknown', 'inactive', 'redeemed'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

const answerBody = z.object({
  programme: z.string(),
  cards: z.array(
    z.object({
      card: z.string(),
      status: z.enum(CARD_STATUSES),
      balance_cents: z.int().min(0).max(100_000_000).optional(),
      redeemed_at: z.iso.datetime({ offset: true }).nullable().optional(),
    }),
  ),
});

/** What an issuer says about one card. */
export interface CardAnswer {
  status: CardStatus;
  /** What is left on it, in the currency of its programme; undefined where the issuer doesn't say. */
  balance_cents?: number | undefined;
  /** When it was last redeemed; null if it never was, undefined where the issuer doesn't say. */
  redeemed_at?: string | null | undefined;
}

/** The parts of an answer that prove what the issuer said. */
export interface SignedBytes {
  timestamp: string;
  nonce: string;
  body: string;
  signature: string;
}

export interface IssuerAnswer {
  /** By the digests of the cards. */
  cards: Map<string, CardAnswer>;
  signed: SignedBytes;
}

interface Asked {
  secret: string;
  nonce: string;
  now: Date;
  programme: string;
  digests: readonly string[];
}

/** What is said of each card that was asked about. Nothing of an answer is read before its signature holds. */
export function readAnswer({ headers, text }: Answer, asked: Asked): IssuerAnswer {
  const header = (name: string) => String(headers[name] ?? '');
  const { secret, nonce, now, programme, digests } = asked;
  const signature = header(SIGNATURE);
  const message = { kind: 'answer' as const, timestamp: header(TIMESTAMP), nonce: header(NONCE), body: text };
  if (!isSigned(secret, message, signature)) throw new AdapterError('signature');
  if (message.nonce !== nonce) throw new AdapterError('replayed');
  if (!isFresh(message.timestamp, now)) throw new AdapterError('stale');
  const body = answerBody.safeParse(parsed(text));
  if (!body.success || body.data.programme !== programme) throw new AdapterError('malformed');
  const cards = new Map<string, CardAnswer>();
  for (const { card, ...answer } of body.data.cards) {
    const before = cards.get(card);
    if ((before && !isDeepStrictEqual(before, answer)) || contradictsItself(answer))
      throw new AdapterError('contradiction');
    cards.set(card, answer);
  }
  if (cards.size !== digests.length || digests.some((digest) => !cards.has(digest))) {
    throw new AdapterError('incomplete');
  }
  const { timestamp, nonce: answered } = message;
  return { cards, signed: { timestamp, nonce: answered, body: text, signature } };
}

const contradictsItself = ({ status, redeemed_at }: CardAnswer) => status === 'redeemed' && redeemed_at === null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
