import { type ActionFunctionArgs, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getProgramme } from '#contracts/supply/programmes.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DraftForm } from './editor/draft-form.tsx';
import type { FormPage } from './editor/steps.ts';
import { submitDraft } from './editor/submit-draft.ts';
import { likeValues, newValues } from './editor/values.ts';

export const handle = title('programmes.new');

const pageOf = (url: URL): FormPage => (url.searchParams.has('all') ? 'all' : 'card');

/** The first page of a draft, or all of it at once. `?like=` starts with the facts of another programme. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const id = url.searchParams.get('like');
  if (!id) return { page: pageOf(url), like: null, initial: newValues };
  const { data } = await read({ context, url }, getProgramme, { params: { id } });
  const { locale } = context.get(pageContext);
  return { page: pageOf(url), like: { id, name: data.name }, initial: likeValues(data, locale) };
}

export const action = (args: ActionFunctionArgs) => submitDraft(args, pageOf(args.url));

export default function NewProgramme() {
  const { t } = useI18n();
  const { page, like, initial } = useLoaderData<typeof loader>();
  const other = new URLSearchParams({ ...(like && { like: like.id }), ...(page !== 'all' && { all: '1' }) });
  return (
    <>
      <PageHead
        title={t('programmes.new')}
        lead={like ? t('programme_drafts.like', { name: like.name }) : t('programmes.new_lead')}
      >
        <Link to={`${href('/admin/programmes/new')}?${other}`}>
          {t(page === 'all' ? 'programme_drafts.in_steps' : 'programme_drafts.at_once')}
        </Link>
        <Link to={href('/admin/programmes')}>{t('programmes.title')}</Link>
      </PageHead>
      <DraftForm key={page} page={page} draft={null} initial={initial} />
    </>
  );
}
