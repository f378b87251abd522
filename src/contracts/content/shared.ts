import { z } from 'zod';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { time } from '../shapes.ts';

// Shapes shared by all content that admins write for users: news, notices and FAQ.

/** One line of text. */
export const line = (max: 60 | 200 | 300, empty: MessageKey) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(max, messageKey('invalid.most_characters'))
    .refine((text) => !/\p{Cc}/u.test(text), messageKey('invalid.one_line'));

/** Text of several lines, with line breaks normalised. */
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

/** When the content appears: a time, `now`, or null for a draft. */
export const moment = z.union([z.null(), z.literal('now'), time], { error: messageKey('texts.moment_wrong') });

/** The `updated_at` that was read: a change is refused if somebody else has changed the content since. */
export const read_at = time.optional();

export const state = z.enum(['draft', 'scheduled', 'published', 'ended']);
