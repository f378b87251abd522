import type { ProgrammeDraft } from '#contracts/supply/programme-drafts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { Ago } from '#web/ui/office/ago.tsx';
import { pageToGoOn, pathOf } from '../editor/steps.ts';

/** What somebody has begun to write: whoever has the duty goes on with it where it was left. */
export function DraftList({ drafts }: { drafts: readonly ProgrammeDraft[] }) {
  const { t } = useI18n();
  if (drafts.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="drafts">
      <h2 id="drafts">{t('programme_drafts.title')}</h2>
      <ul className="lines-list panel">
        {drafts.map(({ id, facts, missing, saved_by, saved_at }) => (
          <li key={id}>
            <div>
              <h3 className="entry-title">
                <Link to={pathOf(pageToGoOn(missing), id)}>{facts.name ?? t('programme_drafts.unnamed')}</Link>
              </h3>
              <p className="muted small">
                {t('programme_drafts.at_step', { step: t(`programme_drafts.step.${pageToGoOn(missing)}`) })}{' '}
                {t('programme_drafts.saved_by', { name: saved_by })} <Ago at={saved_at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
