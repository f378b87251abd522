import { describe, expect, it } from 'vitest';
import { scanText } from './scan/scan-text.ts';

const ADVERTS = [
  'New base uploaded: USA_MIX 92% valid, refund 15 min',
  'CCV 10$ each, telegram',
  'Search by BIN, bank, state, zip',
  'Картон США, СС, валид 85%',
  'fresh c.v.v for sale',
  'C V V in stock, cheap',
  'ϹѴѴ for sale',
  'fu11z USA, 20$ each',
  'F.U.L.L.Z available',
  'selling dumps + pin, escrow ok',
  'Non-VBV cc, bulk prices',
  'Live visa and mastercard, dm me',
  'cc shop, checker included',
  'skimmed tracks 1/2, wholesale',
  'Frische Kreditkarten zu verkaufen',
  'Kreditkartendaten, 100 Stück, günstig',
  'gestohlene Kreditkarten verkaufen wir, Telegram',
  'Vendo CVV frescos, baratos',
  'tarjetas clonadas, telegram @shop_de_tarjetas',
  'Vendemos datos de tarjetas, 10 € cada uno',
  'Vente de CVV, pas cher',
  'cartes clonées disponibles',
  'numéros de cartes à vendre, 5€, pas cher',
  'продам сс, валид 90%',
  'Кардинг: купить дампы',
  'Beware of scammers: only we sell fresh CVV, telegram @real_shop',
  'No scam! CVV for sale',
  'never sold before: fresh CVV base',
  'bank logs with e-mail access, icq',
  'bins 414720 432100 in stock, auto vbv',
];

const HONEST = [
  'Scam warning: criminals sell stolen cards',
  'You pay with Bitcoin: no CVV for sale or needed here',
  'We never ask for a CVV',
  "We don't sell CVV or card numbers, and nobody should buy them",
  'Fraud alert: people who sell CVV are criminals',
  'Beware of sites that sell credit card numbers',
  'The police warn of stolen credit cards for sale online',
  'Please report anyone who wants to sell you stolen cards',
  'Wir fragen nie nach Ihrer CVV',
  'Warnung: Kriminelle verkaufen gestohlene Kreditkarten',
  'Vorsicht vor Betrügern, die Kreditkartendaten verkaufen',
  'Nunca pedimos el CVV',
  'Cuidado: los delincuentes venden tarjetas robadas',
  'Nous ne demandons jamais le CVV',
  'Attention : des escrocs vendent des numéros de cartes',
  'Мы никогда не просим CVV',
  'New gift cards are in stock: 10, 25 and 50 dollars',
  'Track your parcel and pay a low price',
  'Our best-selling cards are on sale this week, 10% off',
  'Fresh prices for all gift cards',
  'Valid in all 40 shops of the chain',
  'Buy five cards, get one free',
  'Neu im Sortiment: Geschenkkarten ab 10 €',
  'Compra tarjetas regalo con Bitcoin',
  'Achetez des cartes cadeaux avec des bitcoins',
  'Bin 1234 collects on Monday',
  'Your order has shipped, track 1 parcel',
  'Dump old cookies and log in again',
  'The base price is 10 dollars, valid until Friday',
  '3D secure is not needed here',
];

describe('the trade in stolen cards (IG-17)', () => {
  it.each(ADVERTS)('%j is found in a text and a product', (text) => {
    for (const surface of ['text', 'product'] as const)
      expect(scanText(text, surface)).toMatchObject({ rule: 'IG-17' });
  });

  it.each(HONEST)('%j is welcome in a text', (text) => {
    expect(scanText(text, 'text')).toBeUndefined();
  });

  it.each(HONEST.slice(0, 16))('%j warns, and is welcome in a product', (text) => {
    expect(scanText(text, 'product')).toBeUndefined();
  });
});
