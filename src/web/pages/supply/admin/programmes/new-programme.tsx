import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getProgramme } from '#contracts/supply/programmes.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { ProgrammeForm } from './editor/programme-form.tsx';
import { submitProgramme } from './editor/submit-programme.ts';
import { newValues, valuesOf } from './editor/values.ts';

export const handle = title('programmes.new');

/** `?like=` starts with the facts of another one, such as a rejected one. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const id = url.searchParams.get('like');
  if (!id) return { initial: newValues };
  const { data } = await read({ context, url }, getProgramme, { params: { id } });
  return { initial: valuesOf(data, context.get(pageContext).locale) };
}

export const action = submitProgramme;

export default function NewProgramme() {
  const { t } = useI18n();
  const { initial } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('programmes.new')} lead={t('programmes.new_lead')}>
        <Link to={href('/admin/programmes')}>{t('programmes.title')}</Link>
      </PageHead>
      <ProgrammeForm initial={initial} />
    </>
  );
}
