import type { Formatters } from '#web/i18n/use-i18n.ts';

/** What was done, in words; an action without words shows its name. */
export const actionName = (t: Formatters['t'], action: string): string =>
  t('audit.action', { action: action.replace('.', '_'), name: action });
