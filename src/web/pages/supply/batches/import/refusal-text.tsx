import type { StockImport } from '#contracts/supply/imports.ts';
import { message } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

/** Why a file was refused as a whole: the rule and the place, never the value. */
export function RefusalText({ refusal }: { refusal: NonNullable<StockImport['refusal']> }) {
  const { t } = useI18n();
  const { reason, rule, row, column, hint } = refusal;
  if (reason === 'nothing') return t('imports.nothing');
  if (reason !== 'guard' || rule === null) return t(`import.${reason === 'guard' ? 'other_file' : reason}`);
  const place = message('imports.place', { row: row ?? 0, column: column ?? 'none' });
  return (
    <>
      <p>{t('imports.refused_file', { what: message(`rule.${rule}`), rule, place })}</p>
      {rule === 'IG-12' && !hint ? <p>{t('imports.unknown_columns')}</p> : null}
      {hint ? <p>{t(`import.file.${hint}`)}</p> : rule === 'IG-11' ? <p>{t('imports.denied')}</p> : null}
    </>
  );
}
