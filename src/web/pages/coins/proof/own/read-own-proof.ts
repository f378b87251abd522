import { getOwnProof, type OwnProof } from '#contracts/coins/liabilities.ts';
import { attempt, type Refusal, type Where } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';

export type ReadProof = OwnProof | { refusal: Refusal };

/** The proof of whoever is signed in, of the night in the URL or the newest; null for a visitor. */
export async function readOwnProof(where: Where): Promise<ReadProof | null> {
  if (!where.context.get(pageContext).user) return null;
  const number = where.url.searchParams.get('number') ?? '';
  const query = /^[1-9]\d{0,8}$/.test(number) ? { number } : {};
  // The page has more to show, so it shows a refusal in its place.
  const outcome = await attempt(where, getOwnProof, { query }, [404, 429, 503]);
  return outcome.ok ? outcome.reply.data : { refusal: outcome.refusal };
}
