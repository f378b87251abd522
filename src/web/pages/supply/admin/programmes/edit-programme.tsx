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
import { valuesOf } from './editor/values.ts';

export const handle = title('title.edit', ({ name }: { name: string }) => ({ name }));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getProgramme, { params: { id: params.id ?? '' } });
  return { id: data.id, name: data.name, initial: valuesOf(data, context.get(pageContext).locale) };
}

export const action = submitProgramme;

export default function EditProgramme() {
  const { t } = useI18n();
  const { id, name, initial } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('programmes.edit_named', { name })} lead={t('programmes.edit_lead')}>
        <Link to={href('/admin/programmes/:id', { id })}>{name}</Link>
      </PageHead>
      <ProgrammeForm initial={initial} edits />
    </>
  );
}
