import type { ProgrammeDraft } from '#contracts/supply/programme-drafts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { isDone, pathOf, stepNames, stepOf } from '../editor/steps.ts';
import { useFactRows } from '../programme/fact-rows.tsx';

/** What a draft says, step by step, with the way to change it. */
export function DraftSteps({ draft: { id, facts, missing } }: { draft: ProgrammeDraft }) {
  const { t } = useI18n();
  const rows = useFactRows(facts);
  return (
    <div className="stack">
      {stepNames.map((step) => (
        <section key={step} className="panel stack" aria-labelledby={`step-${step}`}>
          <div className="row">
            <h2 id={`step-${step}`}>{t(`programme_drafts.step.${step}`)}</h2>
            {isDone(step, missing) ? null : <Tag tone="warn">{t('programme_drafts.unfinished')}</Tag>}
            <Link to={pathOf(step, id)} aria-describedby={`step-${step}`}>
              {t('programme_drafts.change')}
            </Link>
          </div>
          <Facts facts={rows.filter(({ name }) => stepOf(name) === step)} />
        </section>
      ))}
    </div>
  );
}
