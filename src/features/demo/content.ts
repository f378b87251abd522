import { DAY_MS } from '#contracts/time-units.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../ctx.ts';

const NEWS = [
  {
    days_ago: 1,
    title: 'Sixteen programmes on sale',
    content:
      'You can now buy cards from sixteen programmes in eight countries, with face values from five to several hundred in their own currency.\n\nThis is a demo: the brands are invented, nobody issued the codes, and the money is play money on a chain that runs on this computer.',
    german: {
      title: 'Sechzehn Programme im Angebot',
      content:
        'Sie können jetzt Karten aus sechzehn Programmen in acht Ländern kaufen, mit Nennwerten von fünf bis zu mehreren hundert in der jeweiligen Währung.\n\nDies ist eine Demo: Die Marken sind erfunden, niemand hat die Codes ausgegeben, und das Geld ist Spielgeld auf einer Blockchain, die auf diesem Rechner läuft.',
    },
    spanish: {
      title: 'Dieciséis programas a la venta',
      content:
        'Ya puede comprar tarjetas de dieciséis programas de ocho países, con valores nominales desde cinco hasta varios cientos en su propia moneda.\n\nEsto es una demostración: las marcas son inventadas, nadie emitió los códigos y el dinero es ficticio, en una cadena que funciona en este equipo.',
    },
  },
  {
    days_ago: 3,
    title: 'Add funds in Ether',
    content:
      'Choose ETH under Add Fund, enter an amount, and pay to the address shown. The rate is locked while the countdown runs. We credit your balance as soon as the payment has enough confirmations.\n\nIn the demo, a wallet button beside each payment pays it for you.',
    german: {
      title: 'Mit Ether einzahlen',
      content:
        'Wählen Sie beim Einzahlen ETH, geben Sie einen Betrag ein und zahlen Sie an die angezeigte Adresse. Der Kurs gilt, solange der Countdown läuft. Wir schreiben Ihr Guthaben gut, sobald die Zahlung genug Bestätigungen hat.\n\nIn der Demo zahlt eine Wallet-Schaltfläche neben jeder Zahlung für Sie.',
    },
    spanish: {
      title: 'Recargue saldo con Ether',
      content:
        'Elija ETH en Recargar saldo, introduzca un importe y pague a la dirección que se muestra. El tipo de cambio queda fijado mientras corre la cuenta atrás. Abonamos el saldo en cuanto el pago tiene suficientes confirmaciones.\n\nEn la demostración, un botón de monedero junto a cada pago lo paga por usted.',
    },
  },
  {
    days_ago: 8,
    title: 'Every card is known to its issuer',
    content:
      "A card goes on sale only after its issuer has confirmed it and two people have checked its batch. Its code stays sealed until you reveal it. You can return a card you haven't revealed within 14 days.",
    german: {
      title: 'Jede Karte ist ihrem Herausgeber bekannt',
      content:
        'Eine Karte kommt erst in den Verkauf, wenn ihr Herausgeber sie bestätigt hat und zwei Personen ihre Lieferung geprüft haben. Ihr Code bleibt versiegelt, bis Sie ihn aufdecken. Eine Karte, die Sie nicht aufgedeckt haben, können Sie 14 Tage lang zurückgeben.',
    },
    spanish: {
      title: 'Cada tarjeta es conocida por su emisor',
      content:
        'Una tarjeta sale a la venta solo después de que su emisor la haya confirmado y dos personas hayan comprobado su lote. Su código queda sellado hasta que usted lo revela. Puede devolver una tarjeta sin revelar durante 14 días.',
    },
  },
];

const FAQS = [
  {
    topic: 'Buying',
    question: 'What do I get when I buy a card?',
    answer:
      'A code or number, with a PIN if the programme uses one, or a link to claim the value. Open your order and reveal the card to see it.',
    german: {
      topic: 'Kaufen',
      question: 'Was bekomme ich, wenn ich eine Karte kaufe?',
      answer:
        'Einen Code oder eine Nummer, mit einer PIN, wenn das Programm eine verwendet, oder einen Link, über den Sie den Wert abrufen. Öffnen Sie Ihre Bestellung und decken Sie die Karte auf, um ihn zu sehen.',
    },
    spanish: {
      topic: 'Comprar',
      question: '¿Qué recibo al comprar una tarjeta?',
      answer:
        'Un código o un número, con un PIN si el programa lo usa, o un enlace para canjear el valor. Abra su pedido y revele la tarjeta para verlo.',
    },
  },
  {
    topic: 'Buying',
    question: 'Can I return a card?',
    answer: "Yes, for its full price within 14 days, as long as you haven't revealed its code.",
    german: {
      topic: 'Kaufen',
      question: 'Kann ich eine Karte zurückgeben?',
      answer: 'Ja, innerhalb von 14 Tagen zum vollen Preis, solange Sie ihren Code nicht aufgedeckt haben.',
    },
    spanish: {
      topic: 'Comprar',
      question: '¿Puedo devolver una tarjeta?',
      answer: 'Sí, por su precio completo durante 14 días, siempre que no haya revelado su código.',
    },
  },
  {
    topic: 'Buying',
    question: 'Is a card in my cart reserved?',
    answer:
      "No. Cards aren't reserved until you pay. If someone else buys a card in your cart first, the cart tells you.",
    german: {
      topic: 'Kaufen',
      question: 'Ist eine Karte in meinem Warenkorb reserviert?',
      answer:
        'Nein. Karten sind erst reserviert, wenn Sie zahlen. Kauft jemand anderes eine Karte aus Ihrem Warenkorb, sagt es Ihnen der Warenkorb.',
    },
    spanish: {
      topic: 'Comprar',
      question: '¿Queda reservada una tarjeta en mi carrito?',
      answer:
        'No. Las tarjetas no quedan reservadas hasta que paga. Si otra persona compra antes una tarjeta de su carrito, el carrito se lo dice.',
    },
  },
  {
    topic: 'Paying',
    question: 'Which coins can I add funds with?',
    answer: 'Any coin you see under Add Fund. We also credit payments that arrive late, short or twice.',
    german: {
      topic: 'Zahlen',
      question: 'Mit welchen Coins kann ich einzahlen?',
      answer:
        'Mit jedem, den Sie beim Einzahlen sehen. Zahlungen, die zu spät, zu niedrig oder doppelt eintreffen, schreiben wir ebenfalls gut.',
    },
    spanish: {
      topic: 'Pagar',
      question: '¿Con qué criptomonedas puedo recargar saldo?',
      answer:
        'Con cualquiera que vea en Recargar saldo. También abonamos los pagos que llegan tarde, incompletos o dos veces.',
    },
  },
  {
    topic: 'Paying',
    question: 'Can I withdraw my balance?',
    answer:
      "Not while your account is open: the balance buys cards here and can't be sent to another account. When you close the account, unspent top-ups can go back to the addresses that paid them: see Your data in your profile.",
    german: {
      topic: 'Zahlen',
      question: 'Kann ich mir mein Guthaben auszahlen lassen?',
      answer:
        'Nicht, solange Ihr Konto offen ist: Mit dem Guthaben kaufen Sie hier Karten, und es lässt sich nicht auf ein anderes Konto übertragen. Wenn Sie das Konto schließen, können nicht verbrauchte Aufladungen an die Adressen zurückgehen, von denen sie kamen: siehe Ihre Daten in Ihrem Profil.',
    },
    spanish: {
      topic: 'Pagar',
      question: '¿Puedo retirar mi saldo?',
      answer:
        'No mientras su cuenta esté abierta: el saldo sirve para comprar tarjetas aquí y no se puede enviar a otra cuenta. Al cerrar la cuenta, las recargas sin gastar pueden volver a las direcciones que las pagaron: vea Sus datos en su perfil.',
    },
  },
  {
    topic: 'Account',
    question: 'Why is my account not active yet?',
    answer:
      "Confirm your e-mail address, accept the terms and add your first funds. The Activation page shows what's still missing. The money stays yours.",
    german: {
      topic: 'Konto',
      question: 'Warum ist mein Konto noch nicht aktiv?',
      answer:
        'Bestätigen Sie Ihre E-Mail-Adresse, nehmen Sie die Bedingungen an und zahlen Sie zum ersten Mal ein. Auf der Seite „Aktivierung“ sehen Sie, was noch fehlt. Das Geld bleibt Ihres.',
    },
    spanish: {
      topic: 'Cuenta',
      question: '¿Por qué mi cuenta aún no está activa?',
      answer:
        'Confirme su correo electrónico, acepte las condiciones y haga su primera recarga. La página Activación muestra lo que falta. El dinero sigue siendo suyo.',
    },
  },
  {
    topic: 'Safety',
    question: 'Someone told me to pay with gift cards. Should I?',
    answer:
      "No. Authorities, companies and landlords never ask to be paid in gift cards. Anyone who asks for a code wants to steal it. Don't pass it on, and tell us.",
    german: {
      topic: 'Sicherheit',
      question: 'Jemand verlangt von mir, mit Geschenkkarten zu zahlen. Soll ich?',
      answer:
        'Nein. Behörden, Firmen und Vermieter verlangen niemals eine Zahlung mit Geschenkkarten. Wer nach einem Code fragt, will ihn stehlen. Geben Sie ihn nicht weiter, und sagen Sie uns Bescheid.',
    },
    spanish: {
      topic: 'Seguridad',
      question: 'Alguien me pide que pague con tarjetas regalo. ¿Debo hacerlo?',
      answer:
        'No. Ninguna autoridad, empresa ni arrendador pide nunca que le paguen con tarjetas regalo. Quien le pide un código quiere robarlo. No lo entregue y avísenos.',
    },
  },
];

/** News and FAQ for a demo shop that has none. */
export async function seedTexts(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  await transaction(ctx.sql, async (sql) => {
    const news = NEWS.map(({ days_ago, title, content, german, spanish }) => ({
      title,
      content,
      translations: { de: german, es: spanish },
      published_at: new Date(now - days_ago * DAY_MS),
    }));
    const faqs = FAQS.map(({ german, spanish, ...faq }, position) => ({
      ...faq,
      position,
      published_at: new Date(now),
      translations: { de: german, es: spanish },
    }));
    const [is] = await sql<{ without_news: boolean; without_faqs: boolean }[]>`
      select not exists (select from news) as without_news, not exists (select from faqs) as without_faqs`;
    if (is!.without_news) await sql`insert into news ${sql(news)}`;
    if (is!.without_faqs) await sql`insert into faqs ${sql(faqs)}`;
  });
}
