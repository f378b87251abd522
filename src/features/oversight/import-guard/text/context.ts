/** What the words around a number say that it is. */
export type Context = 'payment' | 'card' | 'other' | 'none';

const BEFORE_CHARS = 160;
const LABEL_CHARS = 60;
const AFTER_CHARS = 60;

const words = (...lists: string[]) => lists.join('|').replaceAll(' ', '[ -]?');

/** Only payment cards have these, in English, German, Spanish and French. */
const PAYMENT = words(
  'visa|master card|maestro|amex|american express|diners(?: club)?|union ?pay|rupay|credit|debit|bank ?cards?',
  'kredit ?karten?\\p{L}*|debit ?karten?\\p{L}*|giro ?card|tarjetas? (?:de )?(?:crédito|credito|débito|debito|bancaria)',
  'cartes? (?:de crédit|de débit|bancaires?|bleue)|cvv2?|cvc2?|cav2|pan|kartenprüf\\p{L}*|cryptogramme',
  'exp(?:ir\\w*)?|valid (?:thru|until)|gültig bis|válida? hasta|caducidad|vencimiento|valable jusqu|expire',
);
const CARD = words('cards?|karten?|tarjetas?|cartes?');
/** What other long numbers are called. */
const OTHER = words(
  'gift cards?|geschenk ?karten?\\p{L}*|guthaben ?karten?\\p{L}*|tarjetas? (?:de )?regalo|cartes? cadeaux?|vouchers?|gutschein\\p{L}*|bono?s?|vales?',
  '\\p{L}*codes?|códigos?|keys?|\\p{L}*schlüssel|claves?|clés?|pins?|ids?|uuid|kennung(?:en)?|identi\\p{L}*|serials?|serien\\p{L}*|serie|série|s/?n|imei|iccid|sim',
  'orders?|bestell\\p{L}*|auftr[aä]g\\p{L}*|pedidos?|commandes?|invoices?|rechnung\\p{L}*|facturas?|factures?|receipts?|belege?|recibos?|reçus?',
  'ref|refs|references?|referen[zc]\\p{L}*|référen\\p{L}*|tickets?|cases?|vorg[aä]ng\\p{L}*|casos?|dossiers?|customers?|kunden\\p{L}*|clientes?|clients?|mitglied\\p{L}*|members?\\p{L}*',
  'track\\p{L}*|sendung\\p{L}*|paket\\p{L}*|envíos?|seguimiento|colis|suivi|parcels?|packages?|shipments?|fedex|dhl|ups|usps|hermes|dpd|gls|post',
  'tax|steuer\\p{L}*|ust\\p{L}*|vat|nif|cif|siret|siren|cnpj|cpf|inn|tva|iva|rfc|gstin|iban|clabe|konto\\p{L}*|accounts?|cuentas?|comptes?|transactions?|transaktion\\p{L}*|transacci[oó]n\\p{L}*|licen[sc]es?|lizenz\\p{L}*|licencias?|licences?',
  'facebook|instagram|twitter|discord|telegram|steam|numbers are|results?|scores?|sudoku|lotto|loter[ií]a|loterie|ean|upc|gtin|isbn|sscc|barcodes?|strichcode',
);

const alone = (list: string, end = '') => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})${end}`, 'iu');
const PAYMENT_WORD = alone(PAYMENT);
const CARD_WORD = alone(CARD);
const WEI = /^ ?wei(?!\p{L})/iu;
const LABEL = alone(OTHER, '[^!?]{0,45}$');
// Not behind an abbreviation, as in "no. 12".
const SENTENCE = /(?<=\p{L}{4})[.!?]\s|\n\s*\n/gu;
/** Month and year straight behind it, as a card shows them. */
const EXPIRY =
  /^[^\p{L}\p{Nd}]{1,4}(?:exp\w*[^\p{L}\p{Nd}]{0,3})?(?:0?[1-9]|1[0-2]) ?[/.\-|] ?(?:20)?[2-4]\d(?!\p{Nd})/iu;

/** Reads the words before and behind the digits between two places of a text. */
export function contextOf(text: string, run: number, from: number, to: number): Context {
  const behind = text.slice(to, to + AFTER_CHARS);
  const near = text.slice(Math.max(0, from - BEFORE_CHARS), from) + behind;
  if (EXPIRY.test(behind) || PAYMENT_WORD.test(near)) return 'payment';
  const before = text.slice(Math.max(0, run - LABEL_CHARS), run);
  if (LABEL.test(before.slice(endOfSentence(before))) || WEI.test(behind)) return 'other';
  return CARD_WORD.test(near) ? 'card' : 'none';
}

function endOfSentence(before: string): number {
  const last = [...before.matchAll(SENTENCE)].at(-1);
  return last ? last.index + last[0].length : 0;
}
