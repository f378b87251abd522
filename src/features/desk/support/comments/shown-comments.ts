import { scheduler } from 'node:timers/promises';
import { maskDigits } from '#platform/masking/mask-digits.ts';
import { renderMarkdown } from '../../../content/markdown/render-markdown.ts';

const TURN_MS = 10;

interface Stored {
  body: string;
  review: 'waiting' | 'shown' | 'removed' | null;
}

/**
 * Comments with their HTML. What waits for a decision shows no long number to anybody but those who decide. In between
 * the shop answers others: a conversation may hold hundreds of texts that are made to take long.
 */
export async function shownComments<Row extends Stored>(
  rows: readonly Row[],
  decides: boolean,
): Promise<(Row & { body_html: string })[]> {
  const shown = [];
  let began = performance.now();
  for (const row of rows) {
    const body = row.review === 'waiting' && !decides ? maskDigits(row.body) : row.body;
    shown.push({ ...row, body, body_html: renderMarkdown(body) });
    if (performance.now() - began > TURN_MS) {
      await scheduler.yield();
      began = performance.now();
    }
  }
  return shown;
}
