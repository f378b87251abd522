import type { ScannedSurface } from '#contracts/surface.ts';
import { type Message, message } from '#i18n/message.ts';
import { scanText } from './scan-text.ts';

/** The refusal of a text that holds payment-card data: it names the rule, never the text. */
export function refuseText(text: string, surface: ScannedSurface): Message | undefined {
  const finding = scanText(text, surface);
  return finding && message('guard.refused', { what: message(`rule.${finding.rule}`), rule: finding.rule });
}
