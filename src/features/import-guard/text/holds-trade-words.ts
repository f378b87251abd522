const TRADE_WORDS: readonly RegExp[] = [
  /\b(cvv2?|cvc2?|cav2|fullz|carding|carders?|skimmed|skimmers?|nonvbv)\b/,
  /\bnon[ -]?vbv\b/,
  /\bdumps?\b.{0,40}\b(track|pin|101|201)\b/,
  /\b(track|101|201)\b.{0,40}\bdumps?\b/,
  /\btracks? ?(1|2|1 ?[&+/] ?2)\b/,
  /\bbank logs?\b/,
  /\bvalid(ity)? rate\b/,
  /\bbins? ?[:#]? ?\d{4,8}\b/,
  /\b(stolen|hacked|cloned)\b.{0,40}\bcards?\b/,
  /\b(credit|debit|visa|mastercard|amex|discover)\b( cards?)? \b(numbers?|live|valid|valids|fresh)\b/,
  /\b(live|valid|fresh)\b (credit|debit|visa|mastercard|amex|discover)\b/,
  /(кардинг|кардер|дампы? |фуллз|цвв|скимм|валид(ные)? карт|(ворован|краден)\p{L}{0,6} карт)/u,
];
const OFFER =
  /(?<!\p{L})(sell(ing|er|ers|s)?|(for|on) sale|buy(ing)?|pric(e[sd]?|ing)|cheap|fresh|bulk|wholesale|vendors?|in stock|restock\w*|telegram|icq|jabber|wts|verkauf\w*|zu verkaufen|kaufen?|günstig|preise?|продам|продаж\p{L}*|куп(ить|лю)|цен[аы])(?!\p{L})/u;
const LONG_NUMBER = /\d(?:[^\p{L}\p{Nd}]{0,3}\d){11}/u;
const WARNING =
  /(?<!\p{L})(never|not|don't|won't|nobody|no one|nie|niemals|nicht|niemand|keine?[nmrs]?)(?!\p{L})[^.!?\n]{0,40}$/u;
const SENTENCES = /(?<=[.!?])\s+|\n+/;

/** Whether a text uses the words of the stolen-card trade (IG-17). */
export function holdsTradeWords(text: string): boolean {
  return TRADE_WORDS.some((pattern) => pattern.test(plain(text)));
}

/** Whether it does so in a sentence that also offers something for sale or holds a long number; a warning is no offer. */
export function holdsTradeOffer(text: string): boolean {
  return plain(text)
    .split(SENTENCES)
    .some((sentence) => {
      const word = TRADE_WORDS.map((pattern) => pattern.exec(sentence)).find((match) => match !== null);
      if (!word) return false;
      if (LONG_NUMBER.test(sentence)) return true;
      return OFFER.test(sentence) && !WARNING.test(sentence.slice(0, word.index));
    });
}

const plain = (text: string) => text.toLowerCase().replace(/_/g, ' ').replaceAll('’', "'");
