import type { FactName } from '#contracts/supply/programme-drafts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type DraftPage, isDone, stepNames } from './steps.ts';

interface Props {
  page: DraftPage;
  /** What the draft doesn't say yet; null while there is none. */
  missing: readonly FactName[] | null;
}

/** The steps of a draft. Each is a button of the form: whoever leaves a step saves it. */
export function StepNav({ page, missing }: Props) {
  const { t } = useI18n();
  return (
    <nav aria-label={t('programme_drafts.steps')}>
      <ol className="draft-steps">
        {stepNames.map((step, at) => {
          const done = missing !== null && isDone(step, missing);
          return (
            <li key={step} data-done={done || undefined}>
              <button
                type="submit"
                name="intent"
                value={`to:${step}`}
                aria-current={step === page ? 'step' : undefined}
              >
                <span aria-hidden>{done ? '✓' : at + 1}</span>
                {t(`programme_drafts.step.${step}`)}
                {done ? <span className="visually-hidden"> {t('programme_drafts.step_done')}</span> : null}
              </button>
            </li>
          );
        })}
        <li>
          <button type="submit" name="intent" value="to:check" aria-current={page === 'check' ? 'step' : undefined}>
            <span aria-hidden>{stepNames.length + 1}</span>
            {t('programme_drafts.step.check')}
          </button>
        </li>
      </ol>
    </nav>
  );
}
