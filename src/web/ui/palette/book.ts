import type { MessageKey } from '#i18n/message.ts';

/** Something that a search finds, of the office or of a buyer's own. */
export interface Found {
  kind: string;
  id: string;
  /** The order that a card belongs to. */
  order_id?: string | null;
  title: string;
  /** What tells it from others of the same title. */
  detail: string | null;
  amount?: { cents: number; currency: string } | null;
}

/** Something that can be done with a record, on a page: the palette leads to the control that does it. */
export interface Verb {
  name: string;
  label: MessageKey;
  kind: string;
  /** The duties of which it takes one; the page and the API check them again. Without, everybody may. */
  duties?: readonly string[];
  /** What the control on the page says in `data-does`. */
  control?: string;
  /** The page, where it isn't the record's own. */
  to?: (found: Found) => string;
}

/** Something that can be done without a record. */
export interface Deed {
  label: MessageKey;
  to: string;
  control?: string;
  posts?: boolean;
}

/** What a palette knows: the office's or a buyer's. */
export interface Book {
  /** The page that answers a search. */
  search: string;
  label: MessageKey;
  /** What a screen is called there. */
  screen: MessageKey;
  kinds: Readonly<Record<string, { label: MessageKey; to: (found: Found) => string }>>;
  verbs: readonly Verb[];
  deeds: readonly Deed[];
}
