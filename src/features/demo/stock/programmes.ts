import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import { DEMO_FIAT } from '../../coins/rates/tickers/demo-source.ts';
import type { CodeMask, PinMask } from '../../oversight/import-guard/masks/format.ts';

/** A programme of a fictitious issuer, with the stock that the demo shop gets. */
export interface DemoProgramme {
  programme: Omit<NewProgramme, 'issuer_public_key' | 'evidence_sha256'>;
  usd_e9: number;
  /** Number of cards and discount of each batch. */
  batches: readonly { cards: number; discount_bp: number }[];
  /** Years until the cards expire; null if they never do. */
  expiry_years: number | null;
  /** Whether its issuer has an adapter, so that it can be asked. */
  asks: boolean;
}

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LINK_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

// Long codes have letters alone, short ones digits too, so that the demo shows both kinds.
const codes = (...groups: number[]): CodeMask => ({
  kind: 'alnum',
  groups,
  sep: '-',
  alphabet: groups.reduce((sum, group) => sum + group) > 16 ? CODE_LETTERS.replace(/\d/g, '') : CODE_LETTERS,
});
const numbers = (length: number, prefix: string): CodeMask => ({ kind: 'numeric', length, prefix, checksum: 'luhn' });
const links = (host: string): CodeMask => ({ kind: 'link', host, path: '/g/', length: 24, alphabet: LINK_LETTERS });
const digits = (length: number): PinMask => ({ kind: 'numeric', length });

const USD_RATES: Readonly<Record<string, number>> = { USD: 1_000_000_000, ...DEMO_FIAT };

interface Sketch {
  name: string;
  issuer: string;
  country: string;
  currency: string;
  level: 'Standard' | 'Plus' | 'Premium';
  code: CodeMask;
  pin: PinMask | null;
  /** In whole units of the currency. */
  faces: number[];
  colors: [from: string, to: string];
  motif: string;
  redeem: string;
  /** How to redeem it, in the shop's other languages. */
  german: string;
  spanish: string;
  expiry_years: number | null;
  batches: [cards: number, discount_bp: number][];
  /** How tills scan it; by hand if absent. */
  barcode?: 'code128' | 'qr';
  multi?: true;
  asks?: true;
}

/** Small final batches of every programme, so that the newest cards are mixed as in a live shop. */
const lateArrivals: [cards: number, discount_bp: number][] = [
  [1, 300],
  [1, 500],
];

function demoProgramme(sketch: Sketch): DemoProgramme {
  const { name, country, currency, level, code, pin, colors, motif, redeem, expiry_years } = sketch;
  const slug = name.toLowerCase().replace(/[^a-z]+/g, '-');
  return {
    programme: {
      name,
      issuer_name: sketch.issuer,
      issuer_country: country,
      registration_ref: `DEMO-${slug.toUpperCase()}`,
      terms_url: `https://${slug}.example/gift-card-terms`,
      network: 'closed_loop',
      country,
      currency,
      level,
      code_format: { code, pin },
      face_values_cents: sketch.faces.map((face) => face * 100),
      voucher_kind: sketch.multi ? 'multi_purpose' : 'single_purpose',
      funds: { expire_after_months: expiry_years === null ? null : expiry_years * 12, dormancy_fee: null },
      ...expiryOf(expiry_years),
      redemption_text: redeem,
      redemption_translations: { de: sketch.german, es: sketch.spanish },
      color_from: colors[0],
      color_to: colors[1],
      motif,
      barcode: sketch.barcode ?? 'none',
    },
    usd_e9: USD_RATES[currency]!,
    batches: [...sketch.batches, ...lateArrivals].map(([cards, discount_bp]) => ({ cards, discount_bp })),
    expiry_years,
    asks: sketch.asks ?? false,
  };
}

/** When the balance ends and what is charged for it, in every language of the demo. */
function expiryOf(years: number | null) {
  const fee_text = 'No fees are ever charged.';
  const fee_translations = { de: 'Es werden nie Gebühren erhoben.', es: 'Nunca se cobran comisiones.' };
  if (years === null)
    return {
      fee_text,
      fee_translations,
      expiry_policy: 'The balance never expires.',
      expiry_translations: { de: 'Das Guthaben verfällt nie.', es: 'El saldo no caduca nunca.' },
    };
  return {
    fee_text,
    fee_translations,
    expiry_policy: `The balance expires ${years} years after purchase.`,
    expiry_translations: {
      de: `Das Guthaben verfällt ${years} Jahre nach dem Kauf.`,
      es: `El saldo caduca ${years} años después de la compra.`,
    },
  };
}

const SKETCHES: readonly Sketch[] = [
  {
    name: 'Quillmarsh Market',
    issuer: 'Quillmarsh Provisions Inc.',
    country: 'US',
    currency: 'USD',
    level: 'Standard',
    code: numbers(16, '707412'),
    pin: digits(4),
    faces: [5, 10, 25, 50, 100],
    colors: ['#1f5f4a', '#6fae7c'],
    motif: 'leaf',
    redeem: 'Show the number and the PIN at any Quillmarsh Market till, or enter both at checkout in its online shop.',
    german:
      'Zeigen Sie die Nummer und die PIN an jeder Kasse von Quillmarsh Market vor, oder geben Sie beide im Onlineshop an der Kasse ein.',
    spanish:
      'Muestre el número y el PIN en cualquier caja de Quillmarsh Market o introdúzcalos al pagar en su tienda en línea.',
    barcode: 'code128',
    expiry_years: null,
    batches: [
      [320, 400],
      [240, 250],
    ],
  },
  {
    name: 'Velquist Arcade',
    issuer: 'Velquist Play LLC',
    country: 'US',
    currency: 'USD',
    level: 'Plus',
    code: codes(5, 5, 5),
    pin: digits(6),
    faces: [10, 20, 50, 100],
    colors: ['#2b1b5a', '#7a4be0'],
    motif: 'grid',
    redeem: 'Open your Velquist account, choose Wallet, then Redeem, and enter the code with its PIN.',
    german:
      'Öffnen Sie Ihr Velquist-Konto, wählen Sie „Wallet“ und dann „Einlösen“, und geben Sie den Code mit seiner PIN ein.',
    spanish: 'Abra su cuenta de Velquist, elija “Wallet” y después “Redeem”, e introduzca el código con su PIN.',
    expiry_years: null,
    batches: [
      [260, 600],
      [200, 350],
    ],
  },
  {
    name: 'Velquist Arcade Pro',
    issuer: 'Velquist Play LLC',
    country: 'US',
    currency: 'USD',
    level: 'Premium',
    code: codes(5, 5, 5, 5),
    pin: null,
    faces: [50, 150, 250],
    colors: ['#140f2e', '#b2367f'],
    motif: 'rays',
    redeem:
      'Open your Velquist account, choose Wallet, then Redeem, and enter the code. You can also buy Pro seasons with it.',
    german:
      'Öffnen Sie Ihr Velquist-Konto, wählen Sie „Wallet“ und dann „Einlösen“, und geben Sie den Code ein. Damit können Sie auch Pro-Saisons kaufen.',
    spanish:
      'Abra su cuenta de Velquist, elija “Wallet” y después “Redeem”, e introduzca el código. También sirve para comprar temporadas Pro.',
    expiry_years: null,
    batches: [[180, 800]],
  },
  {
    name: 'Brambleforth Books',
    issuer: 'Brambleforth Booksellers Ltd',
    country: 'GB',
    currency: 'GBP',
    level: 'Standard',
    code: codes(4, 4, 4, 4),
    pin: digits(4),
    faces: [5, 10, 20, 50],
    colors: ['#5b2333', '#c0785a'],
    motif: 'bars',
    redeem: 'Show the code in any Brambleforth shop, or enter the code and the PIN in the basket of its online shop.',
    german:
      'Zeigen Sie den Code in jeder Filiale von Brambleforth vor, oder geben Sie Code und PIN im Warenkorb des Onlineshops ein.',
    spanish:
      'Muestre el código en cualquier librería Brambleforth o introduzca el código y el PIN en la cesta de su tienda en línea.',
    expiry_years: 5,
    batches: [
      [240, 500],
      [180, 300],
    ],
  },
  {
    name: 'Pellworthy Home',
    issuer: 'Pellworthy & Daughters Ltd',
    country: 'GB',
    currency: 'GBP',
    level: 'Plus',
    code: numbers(19, '9335174'),
    pin: digits(6),
    faces: [25, 50, 100, 200],
    colors: ['#33506b', '#8fb8c9'],
    motif: 'rings',
    redeem: 'Enter the 19 digits and the PIN at checkout. Any remaining balance stays on the card.',
    german: 'Geben Sie die 19 Ziffern und die PIN an der Kasse ein. Ein Restbetrag bleibt auf der Karte.',
    spanish: 'Introduzca los 19 dígitos y el PIN al pagar. El saldo restante se queda en la tarjeta.',
    expiry_years: 6,
    batches: [[280, 450]],
  },
  {
    name: 'Ostermoor Kaffee',
    issuer: 'Ostermoor Rösterei GmbH',
    country: 'DE',
    currency: 'EUR',
    level: 'Standard',
    code: codes(4, 4, 4),
    pin: null,
    faces: [5, 15, 30],
    colors: ['#4a2f1d', '#b98a4e'],
    motif: 'dots',
    redeem: 'Show the code at the counter. Any remaining balance stays on the card.',
    german: 'Zeigen Sie den Code an der Theke vor. Ein Restbetrag bleibt auf der Karte.',
    spanish: 'Muestre el código en el mostrador. El saldo restante se queda en la tarjeta.',
    barcode: 'qr',
    expiry_years: 5,
    batches: [
      [260, 300],
      [160, 150],
    ],
  },
  {
    name: 'Drixholm Technik',
    issuer: 'Drixholm Handels GmbH',
    country: 'DE',
    currency: 'EUR',
    level: 'Premium',
    code: numbers(16, '952760'),
    pin: digits(6),
    faces: [50, 100, 250, 500],
    colors: ['#0f2740', '#2f7fc1'],
    motif: 'grid',
    redeem: 'Choose gift card at checkout and enter the number and the PIN, or show them to the cashier.',
    german:
      'Wählen Sie an der Kasse „Geschenkkarte“ und geben Sie Nummer und PIN ein, oder zeigen Sie sie der Kassenkraft.',
    spanish: 'Elija “tarjeta regalo” al pagar e introduzca el número y el PIN, o muéstrelos en la caja.',
    expiry_years: 5,
    batches: [[240, 350]],
  },
  {
    name: 'Tavonne Parfums',
    issuer: 'Maison Tavonne SAS',
    country: 'FR',
    currency: 'EUR',
    level: 'Premium',
    code: links('claim.tavonne-parfums.example'),
    pin: null,
    faces: [40, 80, 160],
    colors: ['#6a2c5b', '#e3a7b8'],
    motif: 'rosette',
    redeem: 'Open the link and choose a shop or delivery. The voucher goes straight into your basket.',
    german:
      'Öffnen Sie den Link und wählen Sie eine Filiale oder die Lieferung. Der Gutschein kommt direkt in Ihren Warenkorb.',
    spanish: 'Abra el enlace y elija una tienda o el envío. El vale pasa directamente a su cesta.',
    expiry_years: 5,
    batches: [[220, 700]],
  },
  {
    name: 'Lumebria Cines',
    issuer: 'Lumebria Exhibición SL',
    country: 'ES',
    currency: 'EUR',
    level: 'Standard',
    code: codes(4, 4, 4),
    pin: digits(4),
    faces: [10, 20, 40],
    colors: ['#7a1f1f', '#f0a63a'],
    motif: 'rays',
    redeem: 'Choose a film and seats in the Lumebria app, then pay with the code and the PIN.',
    german: 'Wählen Sie in der Lumebria-App Film und Plätze, und bezahlen Sie mit dem Code und der PIN.',
    spanish: 'Elija película y asientos en la app de Lumebria y pague con el código y el PIN.',
    expiry_years: 5,
    batches: [[300, 900]],
  },
  {
    name: 'Zeldervoort Fietsen',
    issuer: 'Zeldervoort Rijwielen BV',
    country: 'NL',
    currency: 'EUR',
    level: 'Plus',
    code: codes(5, 5, 5),
    pin: null,
    faces: [25, 75, 150],
    colors: ['#b5471b', '#f4c04e'],
    motif: 'rings',
    redeem: 'Show the code in the shop or the workshop. You can pay for repairs with it too.',
    german: 'Zeigen Sie den Code im Laden oder in der Werkstatt vor. Damit können Sie auch Reparaturen bezahlen.',
    spanish: 'Muestre el código en la tienda o en el taller. También puede pagar reparaciones con él.',
    barcode: 'code128',
    expiry_years: 5,
    batches: [[240, 550]],
    multi: true,
  },
  {
    name: 'Kopparlind Friluft',
    issuer: 'Kopparlind Friluft AB',
    country: 'SE',
    currency: 'SEK',
    level: 'Standard',
    code: numbers(19, '7718312'),
    pin: digits(4),
    faces: [100, 250, 500, 1000],
    colors: ['#224b3c', '#d08a3c'],
    motif: 'waves',
    redeem: 'Enter the number and the PIN at checkout, or show them in any of the twelve shops.',
    german: 'Geben Sie Nummer und PIN an der Kasse ein, oder zeigen Sie sie in einem der zwölf Läden vor.',
    spanish: 'Introduzca el número y el PIN al pagar, o muéstrelos en cualquiera de las doce tiendas.',
    barcode: 'code128',
    expiry_years: 5,
    batches: [
      [240, 450],
      [160, 200],
    ],
  },
  {
    name: 'Nordvinge Resor',
    issuer: 'Nordvinge Resebyrå AB',
    country: 'SE',
    currency: 'SEK',
    level: 'Premium',
    code: codes(5, 5, 5, 5),
    pin: digits(6),
    faces: [500, 1500, 3000],
    colors: ['#12365c', '#79b7d9'],
    motif: 'waves',
    redeem: 'Book a trip, choose to pay by gift card, and enter the code and the PIN.',
    german: 'Buchen Sie eine Reise, wählen Sie die Zahlung mit Geschenkkarte, und geben Sie Code und PIN ein.',
    spanish: 'Reserve un viaje, elija pagar con tarjeta regalo e introduzca el código y el PIN.',
    expiry_years: 5,
    batches: [[200, 650]],
    asks: true,
  },
  {
    name: 'Fernacle Provisions',
    issuer: 'Fernacle Grocers Ltd',
    country: 'CA',
    currency: 'CAD',
    level: 'Standard',
    code: numbers(16, '889140'),
    pin: digits(4),
    faces: [10, 25, 50, 100],
    colors: ['#7d1d2c', '#e2725b'],
    motif: 'leaf',
    redeem: 'Show the number and the PIN at the till, or add both to the Fernacle app.',
    german: 'Zeigen Sie Nummer und PIN an der Kasse vor, oder fügen Sie beide in der Fernacle-App hinzu.',
    spanish: 'Muestre el número y el PIN en la caja o añádalos a la app de Fernacle.',
    expiry_years: null,
    batches: [
      [240, 350],
      [200, 500],
    ],
  },
  {
    name: 'Zellbrugg Uhren',
    issuer: 'Zellbrugg Uhren AG',
    country: 'CH',
    currency: 'CHF',
    level: 'Premium',
    code: codes(5, 5, 5, 5),
    pin: digits(8),
    faces: [100, 250, 500],
    colors: ['#26262b', '#b49a5e'],
    motif: 'rosette',
    redeem: 'Show the code and the PIN at any boutique, or include them when you order by e-mail.',
    german:
      'Zeigen Sie Code und PIN in einer der Boutiquen vor, oder geben Sie beide bei einer Bestellung per E-Mail an.',
    spanish: 'Muestre el código y el PIN en cualquier boutique o indíquelos al hacer su pedido por correo electrónico.',
    expiry_years: 10,
    batches: [[160, 250]],
    asks: true,
  },
  {
    name: 'Coolamint Streaming',
    issuer: 'Coolamint Media Pty Ltd',
    country: 'AU',
    currency: 'AUD',
    level: 'Plus',
    code: links('redeem.coolamint-streaming.example'),
    pin: null,
    faces: [15, 30, 60],
    colors: ['#0c5a66', '#58d0b4'],
    motif: 'bars',
    redeem: 'Sign in to Coolamint and open the link. The months are added right away.',
    german: 'Melden Sie sich bei Coolamint an und öffnen Sie den Link. Die Monate werden sofort hinzugefügt.',
    spanish: 'Inicie sesión en Coolamint y abra el enlace. Los meses se añaden al momento.',
    expiry_years: 5,
    batches: [
      [200, 600],
      [160, 400],
    ],
  },
  {
    name: 'Yarrowick Garden',
    issuer: 'Yarrowick Nurseries Pty Ltd',
    country: 'AU',
    currency: 'AUD',
    level: 'Standard',
    code: codes(4, 4, 4, 4),
    pin: digits(4),
    faces: [20, 50, 100],
    colors: ['#3d5a1e', '#b7c95a'],
    motif: 'dots',
    redeem: 'Show the code at any nursery, or enter the code and the PIN when you order online.',
    german: 'Zeigen Sie den Code in jeder Gärtnerei vor, oder geben Sie Code und PIN bei der Onlinebestellung ein.',
    spanish: 'Muestre el código en cualquier vivero o introduzca el código y el PIN al comprar en línea.',
    expiry_years: 5,
    batches: [[320, 500]],
  },
];

export const DEMO_PROGRAMMES: readonly DemoProgramme[] = SKETCHES.map(demoProgramme);
