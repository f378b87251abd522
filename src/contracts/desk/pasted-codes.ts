import { z } from 'zod';
import { id } from '../shapes.ts';

/** A card whose code stood in a text, where it now says `[card REF]`. */
export const pastedCard = z.object({
  ref: z.string(),
  /** Null for a card that was never sold. */
  order_id: id.nullable(),
  order_number: z.int().nullable(),
  /** Its place in the order, from one. */
  place: z.int(),
  /** Whether the writer bought it. */
  own: z.boolean(),
});
export type PastedCard = z.infer<typeof pastedCard>;
