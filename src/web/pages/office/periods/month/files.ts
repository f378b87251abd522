import { exportDatev, exportJournal } from '#contracts/office/periods.ts';

/** The files of a month by what stands for them in a path. */
export const files = {
  journal: { call: exportJournal, detail: 'transfers' },
  'journal-days': { call: exportJournal, detail: 'days' },
  datev: { call: exportDatev, detail: 'transfers' },
  'datev-days': { call: exportDatev, detail: 'days' },
} as const;

export type MonthFile = keyof typeof files;
export const monthFiles = Object.keys(files) as MonthFile[];
