import { listQuarantinedCards, listQuarantines } from '#contracts/supply/batches.ts';
import { read, type Where } from '#web/server/api.ts';

/** What waits for a decision about a batch, with the cards of the one that the URL names, or else the first. */
export async function loadQuarantine(where: Where & { url: URL }, batch_id: string) {
  const { data: quarantines } = await read(where, listQuarantines, { params: { id: batch_id } });
  const { searchParams } = where.url;
  const shown = quarantines.find(({ id }) => id === searchParams.get('kept')) ?? quarantines[0];
  if (!shown) return null;
  const page = searchParams.get('cards') ?? '';
  const query = /^[1-9]\d{0,4}$/.test(page) ? { page } : {};
  return { quarantines, shown, cards: await read(where, listQuarantinedCards, { params: { id: shown.id }, query }) };
}
