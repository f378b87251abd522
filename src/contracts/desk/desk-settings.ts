import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { dataOf, day } from '../shapes.ts';
import { onSurface } from '../surface.ts';

const minuteOfDay = z.int().min(0).max(1440);
const target = z.strictObject({ answer: z.int().min(5).max(20_000), solve: z.int().min(5).max(20_000) });

const settings = z.strictObject({
  time_zone: onSurface(
    'shaped',
    z
      .string()
      .refine((zone) => Intl.supportedValuesOf('timeZone').concat('UTC').includes(zone), messageKey('desk.zone_wrong')),
  ),
  /** From Monday on: the minutes of the day between which somebody answers; null on a day off. */
  hours: z
    .array(
      z
        .strictObject({ from: minuteOfDay, to: minuteOfDay })
        .refine(({ from, to }) => to - from >= 60, messageKey('desk.hours_short'))
        .nullable(),
    )
    .length(7)
    .refine((hours) => hours.some((open) => open !== null), messageKey('desk.hours_none')),
  holidays: z.array(day).max(200),
  /** Minutes of business hours until an answer and until a solution, by priority: urgent, high, normal, low. */
  targets: z.array(target).length(4),
  /** A solved ticket closes after so many days without a reply. */
  close_after_days: z.int().min(1).max(365),
});
export type DeskSettings = z.infer<typeof settings>;

export const getDeskSettings = call({
  method: 'GET',
  path: '/api/admin/desk-settings',
  summary: 'When support answers, and how soon',
  guards: ['auth', 'admin', 'role:support,auditor'],
  reply: dataOf(settings),
});

export const saveDeskSettings = call({
  method: 'PUT',
  path: '/api/admin/desk-settings',
  summary: 'Change when support answers, and how soon: it counts for whoever begins to wait from then on',
  guards: ['auth', 'admin', 'role:support'],
  body: settings,
});
