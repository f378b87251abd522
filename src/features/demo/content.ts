import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../ctx.ts';

const DAY_MS = 86_400_000;

const NEWS = [
  {
    days_ago: 1,
    title: 'Sixteen programmes on sale',
    content:
      'You can now buy cards from sixteen programmes in eight countries, with face values from five to several hundred in their own currency.\n\nThis is a demo: the brands are invented, nobody issued the codes, and the money is play money on a chain that runs on this computer.',
  },
  {
    days_ago: 3,
    title: 'Add funds in Ether',
    content:
      'Choose ETH under Add Fund, enter an amount, and pay to the address shown. The rate is locked while the countdown runs. We credit your balance as soon as the payment has enough confirmations.\n\nIn the demo, a wallet button beside each payment pays it for you.',
  },
  {
    days_ago: 8,
    title: 'Every card is known to its issuer',
    content:
      "A card goes on sale only after its issuer has confirmed it and two people have checked its batch. Its code stays sealed until you reveal it. You can return a card you haven't revealed within 14 days.",
  },
];

const FAQS = [
  {
    topic: 'Buying',
    question: 'What do I get when I buy a card?',
    answer:
      'A code or number, with a PIN if the programme uses one, or a link to claim the value. Open your order and reveal the card to see it.',
  },
  {
    topic: 'Buying',
    question: 'Can I return a card?',
    answer: "Yes, for its full price within 14 days, as long as you haven't revealed its code.",
  },
  {
    topic: 'Buying',
    question: 'Is a card in my cart reserved?',
    answer:
      "No. Cards aren't reserved until you pay. If someone else buys a card in your cart first, the cart tells you.",
  },
  {
    topic: 'Paying',
    question: 'Which coins can I add funds with?',
    answer: 'Any coin you see under Add Fund. We also credit payments that arrive late, short or twice.',
  },
  {
    topic: 'Paying',
    question: 'Can I withdraw my balance?',
    answer: "No. Your balance buys cards here and nothing else. It can't be paid out or sent to another account.",
  },
  {
    topic: 'Account',
    question: 'Why is my account not active yet?',
    answer:
      "Confirm your e-mail address, accept the terms and add your first funds. The Activation page shows what's still missing. The money stays yours.",
  },
  {
    topic: 'Safety',
    question: 'Someone told me to pay with gift cards. Should I?',
    answer:
      "No. Authorities, companies and landlords never ask to be paid in gift cards. Anyone who asks for a code wants to steal it. Don't pass it on, and tell us.",
  },
];

/** News and FAQ for a demo shop that has none. */
export async function seedTexts(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  await transaction(ctx.sql, async (sql) => {
    const news = NEWS.map(({ days_ago, title, content }) => ({
      title,
      content,
      published_at: new Date(now - days_ago * DAY_MS),
    }));
    const faqs = FAQS.map((faq, position) => ({ ...faq, position }));
    const [is] = await sql<{ without_news: boolean; without_faqs: boolean }[]>`
      select not exists (select from news) as without_news, not exists (select from faqs) as without_faqs`;
    if (is!.without_news) await sql`insert into news ${sql(news)}`;
    if (is!.without_faqs) await sql`insert into faqs ${sql(faqs)}`;
  });
}
