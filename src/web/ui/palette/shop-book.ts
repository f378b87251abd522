import { href } from 'react-router';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import type { Book } from './book.ts';

interface Screen {
  to: string;
  label: MessageKey;
}

/** What somebody may open whose account isn't active yet. */
const open: readonly Screen[] = [
  { to: href('/news'), label: 'nav.news' },
  { to: href('/billing'), label: 'nav.add_fund' },
  { to: href('/billing/history'), label: 'nav.billing_history' },
  { to: href('/support'), label: 'nav.tickets' },
  { to: href('/faq'), label: 'nav.faq' },
  { to: href('/user/profile'), label: 'profile.title' },
  { to: href('/user/password'), label: 'password.title' },
];

const active: readonly Screen[] = [
  { to: href('/'), label: 'palette.home' },
  { to: href('/cards'), label: 'nav.shop' },
  { to: href('/preorder'), label: 'nav.preorder' },
  { to: href('/cart'), label: 'nav.cart' },
  { to: href('/orders'), label: 'nav.orders' },
  { to: href('/orders/cards'), label: 'palette.cards' },
  { to: href('/bininfo'), label: 'nav.bin' },
  { to: href('/billing/statements'), label: 'statements.title' },
  { to: href('/limits'), label: 'tiers.title' },
  { to: href('/notifications'), label: 'inbox.title' },
  { to: href('/user/email'), label: 'email.title' },
  { to: href('/user/security'), label: 'security.title' },
  { to: href('/user/sessions'), label: 'sessions.title' },
  { to: href('/user/notifications'), label: 'settings.title' },
  { to: href('/user/shortcuts'), label: 'shortcuts.title' },
  { to: href('/user/data'), label: 'data.title' },
];

/** The pages of the shop that somebody with these roles may open. */
export const shopScreens = (roles: readonly string[]): readonly Screen[] =>
  roles.includes('inactive') ? [{ to: href('/activation'), label: 'nav.activate' }, ...open] : [...active, ...open];

const orderPage = (id: string) => href('/orders/:id', { id });

export const shopBook: Book = {
  search: href('/search'),
  label: messageKey('palette.shop_label'),
  screen: messageKey('palette.page'),
  kinds: {
    brand: { label: messageKey('palette.brand'), to: ({ id }) => href('/brands/:slug', { slug: id }) },
    order: { label: messageKey('palette.order'), to: ({ id }) => orderPage(id) },
    card: { label: messageKey('palette.card'), to: ({ order_id }) => orderPage(order_id ?? '') },
    payment: { label: messageKey('palette.payment'), to: ({ id }) => href('/billing/:id', { id }) },
    ticket: { label: messageKey('palette.ticket'), to: ({ id }) => href('/support/:id', { id }) },
  },
  verbs: [
    { name: 'buy', label: messageKey('palette.verb.buy'), kind: 'brand', control: 'buy' },
    { name: 'reveal', label: messageKey('palette.verb.reveal'), kind: 'order', control: 'reveal' },
    { name: 'reply', label: messageKey('palette.verb.reply'), kind: 'ticket', control: 'answer' },
    {
      name: 'receipt',
      label: messageKey('palette.verb.receipt'),
      kind: 'order',
      to: ({ id }) => href('/orders/:id/receipt', { id }),
    },
    {
      name: 'ask',
      label: messageKey('palette.verb.ask'),
      kind: 'order',
      control: 'ask',
      to: ({ id }) => `${href('/support')}?about=order:${id}`,
    },
  ],
  deeds: [
    { label: messageKey('palette.deed.top_up'), to: href('/billing'), control: 'top-up' },
    { label: messageKey('palette.deed.ask'), to: href('/support'), control: 'ask' },
    { label: messageKey('palette.deed.sign_out'), to: href('/logout'), posts: true },
  ],
};
