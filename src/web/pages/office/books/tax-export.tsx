import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';

export function TaxExport() {
  const { t } = useI18n();
  return (
    <ExportForm to={href('/admin/ledger/tax/csv')} label={t('tax.export')}>
      <span className="muted small">{t('tax.export_more')}</span>
    </ExportForm>
  );
}
