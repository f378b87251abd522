import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { monthFiles } from './files.ts';

/** The files of a month, each behind a button. */
export function Downloads({ month }: { month: string }) {
  const { t } = useI18n();
  return (
    <section className="panel stack" aria-labelledby="downloads">
      <h2 id="downloads">{t('journal.title')}</h2>
      <p className="muted small">{t('journal.more')}</p>
      <div className="row">
        {monthFiles.map((file) => (
          <ExportForm
            key={file}
            to={href('/admin/ledger/months/:id/:file', { id: month, file })}
            label={t(`journal.file.${file}`)}
          />
        ))}
      </div>
    </section>
  );
}
