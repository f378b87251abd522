import type { z } from 'zod';
import type { getFaqText } from '#contracts/content/faq.ts';
import type { Db } from '#platform/db/client.ts';

export type FaqText = z.output<typeof getFaqText.reply>['data'];

/** Columns of a question for who writes it. */
export const textColumns = (sql: Db) => sql`
  id, topic, question, answer, position, published, created_at, updated_at`;
