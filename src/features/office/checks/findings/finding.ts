import type { Check } from '#contracts/office/checks.ts';
import type { Message } from '#i18n/message.ts';

/** What a check found, before it is translated. */
export interface Finding extends Pick<Check, 'name' | 'state'> {
  coin?: Check['coin'];
  found: Message;
  advice?: Message;
  details?: string[];
}
