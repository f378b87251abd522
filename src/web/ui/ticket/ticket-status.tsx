import type { MessageKey } from '#i18n/message.ts';
import { messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';

/** The states of a ticket in order: the first has the number 1. */
export const ticketStates: readonly { value: string; label: MessageKey; desk: MessageKey; tone: Tone }[] = [
  { value: '1', label: messageKey('ticket.opened'), desk: messageKey('ticket.opened'), tone: 'info' },
  { value: '2', label: messageKey('ticket.you_replied'), desk: messageKey('ticket.buyer_replied'), tone: 'info' },
  { value: '3', label: messageKey('ticket.support_replied'), desk: messageKey('ticket.support_replied'), tone: 'warn' },
  { value: '4', label: messageKey('ticket.solved'), desk: messageKey('ticket.solved'), tone: 'good' },
  { value: '5', label: messageKey('ticket.closed'), desk: messageKey('ticket.closed'), tone: 'plain' },
];

/** `desk`: in the words of staff, to whom the buyer isn't "you". */
export function TicketStatus({ status, desk }: { status: number; desk?: boolean }) {
  const { t } = useI18n();
  const state = ticketStates[status - 1];
  return state ? <Tag tone={state.tone}>{t(desk ? state.desk : state.label)}</Tag> : null;
}
