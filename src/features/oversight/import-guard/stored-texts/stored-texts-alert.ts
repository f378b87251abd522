import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const storedTextsAlert: AlertKind<{ texts: number; first_id: string; version: number }> = {
  name: 'guard.stored_texts',
  sentence: ({ subject, details: { texts, first_id, version } }) =>
    message('alert.stored_texts', { texts, where: subject, first: first_id, version }),
};
