import { maskDigits } from '#platform/masking/mask-digits.ts';
import { renderMarkdown } from '../../content/markdown/render-markdown.ts';

interface Stored {
  body: string;
  review: 'waiting' | 'shown' | 'removed' | null;
}

/** A comment with its HTML. What waits for a decision shows no long number to anybody but those who decide. */
export function shownComment<Row extends Stored>(row: Row, decides: boolean): Row & { body_html: string } {
  const body = row.review === 'waiting' && !decides ? maskDigits(row.body) : row.body;
  return { ...row, body, body_html: renderMarkdown(body) };
}
