import type { Certainty } from './find-number.ts';
import { foldLetters } from './fold-letters.ts';

// Nothing else is called so; English, then German, Spanish, French and Russian.
const SLANG: readonly RegExp[] = [
  /\b(fullz|full ?infos?|carding|carders?|skimmed|skimmers?|(non|auto|no)[ -]?(vbv|avs|msc)|dumps? ?\+? ?pin|ssn ?[+/&] ?dob)\b/,
  /\bdumps?\b.{0,40}\b(track|pin|101|201)\b|\b(track|101|201)\b.{0,40}\bdumps?\b/,
  /\btracks? ?1 ?[&+/] ?2\b|\bbank ?logs?\b|\bvalid(ity)? rate\b|\b(cc|cvv2?|cards?) ?(shop|base|checker|store|bins?)\b/,
  /\b\d{2,3} ?% ?(valid|live|approval)|\bvalid(ity)? ?:? ?\d{2,3} ?%/,
  /\b(by|filter) bins?\b|\bbin ?, ?(bank|state|zip|country)\b|\bbins? ?[:#]? ?\d{6,8}\b/,
  /\b(live|fresh|hacked|sniffed|private) (cc|ccs|cvv2?|ccv|ccn|bases?|credit|debit|visa|mastercard|amex|discover)\b|\bvalid (cc|ccs|cvv2?|ccn)\b/,
  /\b(cc|ccs|credit|debit|visa|mastercard|amex|discover)( cards?)? (numbers )?(live|valids?|fresh)\b/,
  /\b(gehackte|geklonte|frische) (kredit|bank)?karten(daten)?\b|\bkreditkartendaten\b.{0,40}\b(verkauf|kauf|gültig|frisch)/,
  /\b(tarjetas|datos de tarjetas) (clonadas|frescas|válidas|vivas)\b|\bcartes? (clonées?|fraîches|valides)\b/,
  /(кардинг|кардер|дампы? |фуллз|цвв|скимм|картон|валид \d|\d ?% ?валид|валид(ные)? карт)/u,
];
// Honest texts have these, too, so that they count beside an offer alone.
const TERMS: readonly RegExp[] = [
  /\b(cvv2?|cvc2?|ccv2?|cav2)s?\b/,
  /\b(stolen|hacked|cloned)\b.{0,40}\bcards?\b|\bvalid (credit|debit|visa|mastercard|amex|discover)\b|\btracks? ?[12]\b|\bbins? ?[:#]? ?\d{4,8}\b/,
  /\b(credit|debit|visa|mastercard|amex|discover)\b( cards?)? \b(numbers?|data|details)\b/,
  /(?<!\p{L})(kreditkarten(nummern|daten)|kartendaten|kartenprüfnummern?|(gestohlene|geklaute)n? (kredit|bank)?karten)(?!\p{L})/u,
  /(?<!\p{L})(datos|números) de tarjetas?|tarjetas? robadas?|(?<!\p{L})(numéros|données) de cartes?|cartes? (bancaires? )?volées?/u,
  /(ворован|краден)\p{L}{0,6} карт|(?<!\p{L})(сс|данные карт)(?!\p{L})/u,
];
const OFFER =
  /(?<!\p{L})(sell(ing|er|ers|s)?|(for|on) sale|buy(ing)?|pric(e[sd]?|ing)|cheap|fresh|bulk|wholesale|vendors?|in stock|restock\w*|uploaded|each|available|order now|verkauf\w*|zu verkaufen|kaufen?|günstig\w*|preise?|stück|vend(o|emos|er|ons|re|s)|ventas?|ventes?|compr(o|ar|e)|barat[oa]s?|precios?|achet\p{L}*|prix|pas cher|продам|продаж\p{L}*|куп(ить|лю)|цен[аы]|опт\p{L}*)(?!\p{L})/u;
// How the trade is reached and paid, which no warning has.
const CONTACT =
  /(?<!\p{L})(telegram|t\.me|icq|jabber|wickr|wts|escrow|dm me|pm me|телеграм\p{L}*|(?:we|i|only us) sell|wir verkaufen|vendemos|nous vendons)(?!\p{L})|@\w{4,}|\d ?[$€£]|[$€£] ?\d/u;
const NO_SCAM =
  /(?<!\p{L})(no|not|without|keine?n?|ohne|sin|sans|anti)[ -](a )?(scam\w*|fraud\w*|rippers?|betrug\w*|betrüger\w*|estafas?|arnaques?)(?!\p{L})/gu;
const ALARM =
  /(?<!\p{L})(scam(s|mers?|med)?|fraud\w*|phish\w*|beware|warn(ing|s|ung\w*|en|t)?|criminals?|thie(f|ves)|illegal|crime|police|report\w*|victims?|prosecut\w*|betrug\w*|betrüger\w*|kriminelle\w*|vorsicht|straftat\w*|strafbar|polizei|estaf\p{L}*|fraude\p{L}*|delincuentes?|delito|cuidado|policía|arnaqu\p{L}*|escroc\p{L}*|criminels?|attention|illégal\p{L}*|мошенн\p{L}*|осторожно|полици\p{L}*)(?!\p{L})/u;
const REFUSAL =
  /(?<!\p{L})(nie|niemals|nicht) nach(?!\p{L})|(?<!\p{L})(never|don't|do not|does not|doesn't|won't|will not|cannot|can't|nobody|no one|not|nie|niemals|nicht|niemand|nunca|jamás|nadie|no|jamais|ne|personne|никогда|никому|не)\s+(?:[\p{L}']+\s+){0,4}?(ask|share|send|need|buy|sell|give|tell|enter|store|request|want|post|accept|trade|keep|know|offer|deal|fragen?|teilen|senden|brauch\p{L}*|kauf\p{L}*|verkauf\p{L}*|geben|nennen|speicher\p{L}*|verlang\p{L}*|weiter\p{L}*|ped\p{L}*|pid\p{L}*|compart\p{L}*|env\p{L}*|necesit\p{L}*|compr\p{L}*|vend\p{L}*|acept\p{L}*|demand\p{L}*|partag\p{L}*|communiqu\p{L}*|achet\p{L}*|donn\p{L}*|сообща\p{L}*|прос\p{L}*|покуп\p{L}*|прода\p{L}*)(?!\p{L})/u;
const NONE =
  /(?<!\p{L})(no|without|keine?n?|ohne|nie|weder|sin|ningún|sans|aucun|pas de|jamais de|never a|without a|без)\s+(?:\p{L}+\s+){0,1}$/u;
const LONG_NUMBER = /\d(?:[^\p{L}\p{Nd}]{0,3}\d){11}/u;
const SENTENCES = /(?<=[.!?])\s+|\n+/;

/** How surely a text offers what the stolen-card trade deals in (IG-17); a warning against it is no offer. */
export function findTrade(text: string, everyTerm: boolean): Certainty | undefined {
  let found: Certainty | undefined;
  for (const sentence of text.toLowerCase().replace(/_/g, ' ').replaceAll('’', "'").split(SENTENCES)) {
    const certainty = judge(sentence, everyTerm);
    if (certainty === 'sure') return certainty;
    found ??= certainty;
  }
  return found;
}

function judge(sentence: string, everyTerm: boolean): Certainty | undefined {
  const folded = foldLetters(sentence);
  const find = (list: readonly RegExp[]) =>
    list.map((pattern) => pattern.exec(sentence) ?? pattern.exec(folded)).find((match) => match !== null);
  const slang = find(SLANG);
  const word = slang ?? find(TERMS);
  if (!word) return undefined;
  if (LONG_NUMBER.test(sentence)) return 'sure';
  if (isWarning(sentence, word.index)) return undefined;
  return slang || everyTerm || OFFER.test(sentence) || CONTACT.test(sentence) ? 'unsure' : undefined;
}

function isWarning(sentence: string, at: number): boolean {
  if (CONTACT.test(sentence)) return false;
  const before = sentence.replace(NO_SCAM, (phrase) => ' '.repeat(phrase.length)).slice(0, at);
  return ALARM.test(before) || REFUSAL.test(sentence.slice(0, at)) || NONE.test(before);
}
