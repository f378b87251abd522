import type { EditedText } from '#contracts/content/editor-calls.ts';
import type { Db, Fragment } from '#platform/db/client.ts';

/** What the editor knows of one kind of text; `Text` is what staff reads of one. */
export interface Kind<Text extends EditedText> {
  table: 'faqs' | 'legal_texts' | 'news' | 'notices';
  /** First part of its actions in the audit log. */
  audit: 'faq' | 'legal' | 'news' | 'notices';
  /** SQL of what staff reads, its state at that moment included. */
  columns(sql: Db, now: Date): Fragment;
  /** SQL of the order of the list. */
  order(sql: Db): Fragment;
  /** Texts on a page of the list. */
  per_page: number;
  /** Columns that may be given as `now`. */
  moments: readonly (keyof Text)[];
  /** The fields that a restored version brings back: what was written, not when or to whom it shows. */
  fields: readonly (keyof Text & string)[];
  /** The fields that say to whom it shows: who decides on its publication reads them, too. */
  audience?: readonly (keyof Text & string)[];
  /** What the audit log keeps of a text beside its state. */
  audited(text: Text): Record<string, string | null>;
  /** A published text stays as it is, and can't be taken back: a restored version becomes a draft of its own. */
  final?: boolean;
  /** Tells open pages that what readers see has changed. */
  announce?(sql: Db): Promise<void>;
  /** Refuses columns that contradict each other. */
  check?(row: Partial<Text>): void;
}
