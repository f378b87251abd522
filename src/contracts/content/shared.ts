import { z } from 'zod';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { time } from '../shapes.ts';

// What admins write for users to read: the shapes that news, notices and questions share.

/** One line that somebody typed. */
export const line = (max: 60 | 200 | 300, empty: MessageKey) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(max, messageKey('invalid.most_characters'))
    .refine((text) => !/\p{Cc}/u.test(text), messageKey('invalid.one_line'));

/** Lines as a form sends them, with one kind of line break. */
export const lines = (max: 4000 | 8000, empty: MessageKey) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, empty)
        .max(max, messageKey('invalid.most_characters'))
        .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), messageKey('texts.control_characters')),
    );

/** When something shows: a moment, `now`, or null for a draft that waits. */
export const moment = z.union([z.null(), z.literal('now'), time], { error: messageKey('texts.moment_wrong') });

/** The `updated_at` that was read before: a change of what somebody else changed meanwhile is refused. */
export const read_at = time.optional();

export const state = z.enum(['draft', 'scheduled', 'published', 'ended']);
