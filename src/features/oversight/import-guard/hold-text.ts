import { maskDigits } from '#platform/masking/mask-digits.ts';
import { normalise } from './numbers/normalise.ts';
import { scanText } from './scan/scan-text.ts';

/** A text as it may be kept until somebody has decided about it. */
export interface HeldText {
  text: string;
  /** Whether it has to wait at all. */
  waits: boolean;
}

/**
 * What may be kept of a text that was sent for a check: all of it where the guard isn't sure, with its long numbers masked
 * where the words around them speak of a payment card, and nothing of tracks, card lines and verification values.
 */
export function holdText(text: string): HeldText | undefined {
  const finding = scanText(text, 'text');
  if (!finding) return { text, waits: false };
  if (finding.certainty !== 'sure') return { text, waits: true };
  if (finding.rule !== 'IG-02') return undefined;
  const masked = maskDigits(normalise(text));
  const rest = scanText(masked, 'text');
  return rest === undefined || rest.certainty === 'unsure' ? { text: masked, waits: true } : undefined;
}
