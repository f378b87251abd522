import type { Formatters } from '#web/i18n/use-i18n.ts';

/** A kind of account or transfer in words; one without words shows its name. */
export const accountName = (t: Formatters['t'], kind: string): string => t('ledger.account_kind', { kind });
export const transferName = (t: Formatters['t'], kind: string): string => t('ledger.transfer_kind', { kind });
