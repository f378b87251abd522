import type { Found } from '#contracts/office/lookup.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';

/** Something that can be done with a record, on its own page: the palette leads to the control that does it. */
export interface Verb {
  name: string;
  label: MessageKey;
  kind: Found['kind'];
  /** The duties of which it takes one; the page and the API check them again. */
  duties: readonly string[];
  /** What the control on the record's page says in `data-does`. */
  control: string;
  /** The tab of the page that has it. */
  tab?: string;
}

export const verbs: readonly Verb[] = [
  { name: 'answer', label: messageKey('palette.verb.answer'), kind: 'ticket', duties: ['support'], control: 'answer' },
  { name: 'solve', label: messageKey('palette.verb.solve'), kind: 'ticket', duties: ['support'], control: 'solve' },
  { name: 'take', label: messageKey('palette.verb.take'), kind: 'ticket', duties: ['support'], control: 'take' },
  {
    name: 'refund',
    label: messageKey('palette.verb.refund'),
    kind: 'order',
    duties: ['support', 'approver'],
    control: 'refund',
  },
  { name: 'pause', label: messageKey('palette.verb.pause'), kind: 'batch', duties: ['approver'], control: 'pause' },
  {
    name: 'resume',
    label: messageKey('palette.verb.resume'),
    kind: 'batch',
    duties: ['approver'],
    control: 'resume',
  },
  {
    name: 'release',
    label: messageKey('palette.verb.release'),
    kind: 'payment',
    duties: ['support', 'approver'],
    control: 'release',
  },
  {
    name: 'adjust',
    label: messageKey('palette.verb.adjust'),
    kind: 'user',
    duties: ['support', 'approver'],
    control: 'adjust',
    tab: 'actions',
  },
];
