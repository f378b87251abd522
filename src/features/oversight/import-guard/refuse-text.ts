import type { ScannedSurface } from '#contracts/surface.ts';
import { type Message, message } from '#i18n/message.ts';
import { type HeldText, holdText } from './hold-text.ts';
import { type Finding, scanText } from './scan/scan-text.ts';

/** What becomes of a text that the guard doesn't let through. */
interface Asked {
  /** Somebody decides about it, so that what may be honest waits instead of being refused. */
  holds?: boolean;
  /** Its writer may ask for a check of what the guard is sure about. */
  offers?: boolean;
  /** Its writer says that it holds no card number, and asks for a check. */
  check?: boolean;
}

/** The refusal of a text that holds payment-card data: it names the rule, never the text. */
export function refuseText(text: string, surface: ScannedSurface, asked: Asked = {}): Message | undefined {
  const finding = scanText(text, surface);
  if (!finding || (asked.holds && finding.certainty === 'unsure')) return undefined;
  const held: HeldText | undefined = asked.offers && asked.check ? holdText(text) : undefined;
  return held ? undefined : refusalOf(finding, asked);
}

function refusalOf({ rule, certainty }: Finding, { offers = false }: Asked): Message {
  const what = message(`rule.${rule}`);
  const isNumber = rule === 'IG-01' || rule === 'IG-02' || rule === 'IG-09' || rule === 'IG-10';
  if (!isNumber) return message('guard.refused', { what, rule });
  return message(
    offers && (certainty !== 'sure' || rule === 'IG-02') ? 'guard.refused_check' : 'guard.refused_number',
    {
      what,
      rule,
    },
  );
}
