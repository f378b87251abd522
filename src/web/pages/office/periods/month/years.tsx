import { href } from 'react-router';
import type { MonthState } from '#contracts/office/periods.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';

/** The files of whole years for an auditor, each behind a button. */
export function Years({ months }: { months: readonly MonthState[] }) {
  const { t } = useI18n();
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  if (years.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="years">
      <h2 id="years">{t('gobd.title')}</h2>
      <p className="muted small">{t('gobd.lead')}</p>
      <div className="row">
        {years.map((year) => (
          <ExportForm
            key={year}
            to={href('/admin/ledger/years/:year/gobd', { year })}
            label={t('gobd.download', { year })}
          />
        ))}
      </div>
    </section>
  );
}
