import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getProgrammeDraft } from '#contracts/supply/programme-drafts.ts';
import { message } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DraftForm } from './editor/draft-form.tsx';
import { type FormPage, isStep, pathOf } from './editor/steps.ts';
import { submitDraft } from './editor/submit-draft.ts';
import { valuesOf } from './editor/values.ts';

export const handle = title('programmes.new');

function pageOf(step = ''): FormPage {
  if (step === 'all' || isStep(step)) return step;
  throw data({ message: message('error.missing') }, { status: 404 });
}

/** A page of a draft: one step, or all of them. */
export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const page = pageOf(params.step);
  const { data: draft } = await read({ context, url }, getProgrammeDraft, { params: { id: params.id ?? '' } });
  return { page, draft, initial: valuesOf(draft.facts, context.get(pageContext).locale) };
}

export const action = (args: ActionFunctionArgs) => submitDraft(args, pageOf(args.params.step));

export default function ProgrammeDraftPage() {
  const { t } = useI18n();
  const { page, draft, initial } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={draft.facts.name ?? t('programmes.new')}
        lead={
          <>
            {t('programme_drafts.saved_by', { name: draft.saved_by })} <Time at={draft.saved_at} />
          </>
        }
      >
        <Link to={pathOf(page === 'all' ? 'card' : 'all', draft.id)}>
          {t(page === 'all' ? 'programme_drafts.in_steps' : 'programme_drafts.at_once')}
        </Link>
        <Link to={href('/admin/programmes')}>{t('programmes.title')}</Link>
      </PageHead>
      <DraftForm key={`${page} ${draft.revision}`} page={page} draft={draft} initial={initial} />
    </>
  );
}
