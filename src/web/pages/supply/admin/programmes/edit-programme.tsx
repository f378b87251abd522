import { href, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router';
import { getProgramme } from '#contracts/supply/programmes.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { ProgrammeForm } from './editor/programme-form.tsx';
import { ProposalFields } from './editor/proposal-fields.tsx';
import { submitVersion } from './editor/submit-version.ts';
import { valuesOf } from './editor/values.ts';

export const handle = title('title.edit', ({ name }: { name: string }) => ({ name }));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getProgramme, { params: { id: params.id ?? '' } });
  return { id: data.id, name: data.name, initial: valuesOf(data, context.get(pageContext).locale) };
}

export const action = submitVersion;

export default function EditProgramme() {
  const { t } = useI18n();
  const { id, name, initial } = useLoaderData<typeof loader>();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <PageHead title={t('programmes.edit_named', { name })} lead={t('programmes.edit_lead')}>
        <Link to={href('/admin/programmes/:id', { id })}>{name}</Link>
      </PageHead>
      <ProgrammeForm page="all" initial={initial} edits intent="propose">
        {(errors, { evidence_ref }) => (
          <div className="panel stack">
            <ProposalFields errors={errors} evidence_ref={evidence_ref} has_adapter edits />
            <div className="row">
              <Button name="intent" value="propose" busy={busy}>
                {t('programmes.propose_edit')}
              </Button>
              <p className="small muted">{t('programmes.propose_more')}</p>
            </div>
          </div>
        )}
      </ProgrammeForm>
    </>
  );
}
