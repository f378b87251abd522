import type { DeskSettings } from '#contracts/desk/desk-settings.ts';

const DAYS = 7;
const PRIORITIES = 4;

const each = (count: number, ...names: readonly string[]) =>
  names.flatMap((name) => Array.from({ length: count }, (_, index) => `${name}_${index}`));

/** Every field of the form. */
export const settingFields: readonly string[] = [
  'time_zone',
  'holidays',
  'close_after_days',
  ...each(DAYS, 'from', 'to'),
  ...each(PRIORITIES, 'answer', 'solve'),
];

/** The settings in a submitted form; what is no time or number is left to the API to refuse. */
export function readSettings(field: (name: string) => string): DeskSettings {
  const holidays = field('holidays').split(/[\s,;]+/);
  return {
    time_zone: field('time_zone'),
    hours: Array.from({ length: DAYS }, (_, day) => {
      const [from, to] = [field(`from_${day}`), field(`to_${day}`)];
      // A day that ends at midnight.
      return from || to ? { from: minutesOf(from), to: minutesOf(to) || 1440 } : null;
    }),
    holidays: holidays.filter((day) => day !== ''),
    targets: Array.from({ length: PRIORITIES }, (_, index) => ({
      answer: Number(field(`answer_${index}`)),
      solve: Number(field(`solve_${index}`)),
    })),
    close_after_days: Number(field('close_after_days')),
  };
}

function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
