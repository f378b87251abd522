import type { FileShapes } from '#contracts/supply/imports.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';

/** What the codes of a batch's files look like, so that an approver sees what they may carry. None is shown. */
export function Shapes({ files }: { files: FileShapes[] }) {
  const { t } = useI18n();
  if (files.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="shapes">
      <h2 id="shapes">{t('shapes.title')}</h2>
      <p className="muted">{t('shapes.lead')}</p>
      {files.map((file) => (
        <File key={file.import_id} {...file} />
      ))}
    </section>
  );
}

function File({ created_at, rows, typical, often, dates }: FileShapes) {
  const { t, number } = useI18n();
  return (
    <>
      {dates.length > 0 ? (
        <Alert tone="warn">
          <p>{t('shapes.dates')}</p>
          <ul>
            {dates.map(({ part, at, order, rows: hits }) => (
              <li key={`${part} ${at} ${order}`}>
                {t('shapes.date', {
                  part,
                  from: at,
                  to: at + order.length - 1,
                  order,
                  hits: number(hits),
                  rows: number(rows),
                })}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Facts
        facts={[
          { label: t('shapes.file'), value: <Time at={created_at} /> },
          { label: t('shapes.rows'), value: number(rows) },
          { label: t('shapes.typical'), value: <code>{typical}</code> },
        ]}
      />
      <details>
        <summary>{t('shapes.often')}</summary>
        <ul>
          {often.map(({ shape, rows: times }) => (
            <li key={shape}>
              <code>{shape}</code> {t('shapes.times', { times })}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
