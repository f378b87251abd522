import { href } from 'react-router';
import { messageKey } from '#i18n/message.ts';
import type { Book } from './book.ts';

const desk = ['support'];
const refunds = ['support', 'approver'];
const stock = ['approver'];

export const officeBook: Book = {
  search: href('/admin/search'),
  label: messageKey('palette.label'),
  screen: messageKey('palette.screen'),
  kinds: {
    ticket: { label: messageKey('palette.ticket'), to: ({ id }) => href('/admin/tickets/:id', { id }) },
    user: { label: messageKey('palette.user'), to: ({ id }) => href('/admin/users/:id', { id }) },
    order: { label: messageKey('palette.order'), to: ({ id }) => href('/admin/orders/:id', { id }) },
    payment: { label: messageKey('palette.payment'), to: ({ id }) => href('/admin/payments/:id', { id }) },
    programme: { label: messageKey('palette.programme'), to: ({ id }) => href('/admin/programmes/:id', { id }) },
    batch: { label: messageKey('palette.batch'), to: ({ id }) => href('/reseller/base/:id', { id }) },
  },
  verbs: [
    { name: 'answer', label: messageKey('palette.verb.answer'), kind: 'ticket', duties: desk, control: 'answer' },
    { name: 'solve', label: messageKey('palette.verb.solve'), kind: 'ticket', duties: desk, control: 'solve' },
    { name: 'take', label: messageKey('palette.verb.take'), kind: 'ticket', duties: desk, control: 'take' },
    { name: 'refund', label: messageKey('palette.verb.refund'), kind: 'order', duties: refunds, control: 'refund' },
    { name: 'pause', label: messageKey('palette.verb.pause'), kind: 'batch', duties: stock, control: 'pause' },
    { name: 'resume', label: messageKey('palette.verb.resume'), kind: 'batch', duties: stock, control: 'resume' },
    {
      name: 'release',
      label: messageKey('palette.verb.release'),
      kind: 'payment',
      duties: refunds,
      control: 'release',
    },
    {
      name: 'adjust',
      label: messageKey('palette.verb.adjust'),
      kind: 'user',
      duties: refunds,
      control: 'adjust',
      to: ({ id }) => `${href('/admin/users/:id', { id })}?tab=actions`,
    },
  ],
  deeds: [],
};
