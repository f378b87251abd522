import { useNavigation } from 'react-router';
import type { ProgrammeDraft } from '#contracts/supply/programme-drafts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ProgrammeForm } from './programme-form.tsx';
import { StepNav } from './step-nav.tsx';
import { type FormPage, stepNames } from './steps.ts';
import type { Values } from './values.ts';

interface Props {
  page: FormPage;
  /** null before its first page is saved. */
  draft: Pick<ProgrammeDraft, 'revision' | 'missing'> | null;
  initial: Values;
}

/** A page of a draft, with the ways to the others; each saves what was typed. */
export function DraftForm({ page, draft, initial }: Props) {
  const { t } = useI18n();
  const busy = useNavigation().formData?.get('intent');
  const before = page === 'all' ? undefined : stepNames[stepNames.indexOf(page) - 1];
  return (
    <ProgrammeForm
      page={page}
      initial={initial}
      intent="next"
      steps={page === 'all' ? null : <StepNav page={page} missing={draft?.missing ?? null} />}
    >
      {(_errors, { revision = String(draft?.revision) }) => (
        <div className="panel row">
          {draft ? <input type="hidden" name="revision" value={revision} /> : null}
          <Button name="intent" value="next" busy={busy === 'next'}>
            {t(page === 'all' || page === 'terms' ? 'programme_drafts.to_check' : 'programme_drafts.next')}
          </Button>
          {before ? (
            <Button name="intent" value={`to:${before}`} variant="secondary" busy={busy === `to:${before}`}>
              {t('programme_drafts.back')}
            </Button>
          ) : null}
          <Button name="intent" value="to:list" variant="quiet" busy={busy === 'to:list'}>
            {t('programme_drafts.leave')}
          </Button>
        </div>
      )}
    </ProgrammeForm>
  );
}
