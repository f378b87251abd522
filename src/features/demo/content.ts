import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../ctx.ts';

const DAY_MS = 86_400_000;

const NEWS = [
  {
    days_ago: 1,
    title: 'Sixteen programmes on the shelf',
    content:
      'Cards of sixteen programmes from eight countries are on sale, from five to several hundred in their own currency.\n\nThis is a demonstration: the brands are invented, the codes were issued by nobody, and the money is play money on a chain that runs on this computer.',
  },
  {
    days_ago: 3,
    title: 'Add funds in Ether',
    content:
      'Choose ETH under Add Fund, enter an amount, and pay the address that is shown. The rate is locked while the countdown runs. Your balance is credited as soon as the payment has enough confirmations.\n\nIn the demonstration a wallet button beside each payment pays it for you.',
  },
  {
    days_ago: 8,
    title: 'Every card is known to its issuer',
    content:
      'A card goes on sale only when its issuer has confirmed it and two people have looked at its batch. Its code stays sealed until you reveal it, and a card that you have not revealed can be given back within 14 days.',
  },
];

const FAQS = [
  {
    topic: 'Buying',
    question: 'What do I get when I buy a card?',
    answer:
      'A code or number, with a PIN where the programme has one, or a link to claim the value. You see it in your order after you reveal it.',
  },
  {
    topic: 'Buying',
    question: 'Can I give a card back?',
    answer: 'Yes, for its full price within 14 days, as long as you have not revealed it.',
  },
  {
    topic: 'Buying',
    question: 'Is a card in my cart reserved?',
    answer: 'No. Whoever checks out first buys it. If a card in your cart is sold meanwhile, the cart says so.',
  },
  {
    topic: 'Paying',
    question: 'Which coins can I add funds with?',
    answer: 'The coins offered under Add Fund. Payments that come late, short or twice are credited as well.',
  },
  {
    topic: 'Paying',
    question: 'Can I withdraw my balance?',
    answer: 'No. The balance buys cards here and nothing else; it cannot be paid out or sent to another account.',
  },
  {
    topic: 'Account',
    question: 'Why is my account not active yet?',
    answer:
      'Confirm your e-mail address, accept the terms, and add the first funds. The Activation page shows what is still missing. The money stays yours.',
  },
  {
    topic: 'Safety',
    question: 'Somebody told me to pay with gift cards. Should I?',
    answer:
      'No. Authorities, companies and landlords never ask to be paid in gift cards. Whoever asks for a code wants to steal it. Do not pass it on, and tell us.',
  },
];

/** News and questions for a demo shop that has none. */
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
