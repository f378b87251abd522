import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { discardProgrammeDraft, getProgrammeDraft, proposeProgrammeDraft } from '#contracts/supply/programme-drafts.ts';
import { message, type Text } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DraftProblems } from './check/draft-problems.tsx';
import { DraftSteps } from './check/draft-steps.tsx';
import { FacePreview } from './editor/face-preview.tsx';
import { ProposalFields } from './editor/proposal-fields.tsx';
import { pathOf } from './editor/steps.ts';
import { valuesOf } from './editor/values.ts';
import '#web/styles/office/programme.css';

export const handle = title('programme_drafts.step.check');

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data: draft } = await read({ context, url }, getProgrammeDraft, { params: { id: params.id ?? '' } });
  return { draft, values: valuesOf(draft.facts, context.get(pageContext).locale) };
}

/** Proposes the draft, or discards it. */
export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const id = params.id ?? '';
  if (field('intent') === 'discard') {
    const gone = await attempt(where, discardProgrammeDraft, { params: { id } });
    if (!gone.ok) return refused(gone.refusal, { evidence_ref: '' });
    return finish(href('/admin/programmes'), message('programme_drafts.discarded'));
  }
  const evidence_ref = field('evidence_ref');
  const sent = await attempt(where, proposeProgrammeDraft, {
    params: { id },
    body: { revision: Number(field('revision')), evidence_ref, adapter_secret: field('adapter_secret') || null },
  });
  if (!sent.ok) {
    const { data: now } = await read(where, getProgrammeDraft, { params: { id } });
    // Somebody else wrote on it: what it says now has to be looked at first.
    if (String(now.revision) !== field('revision')) return finish(pathOf('check', id), sent.refusal.message, 'warning');
    return refused(sent.refusal, { evidence_ref });
  }
  return finish(href('/admin/programmes/:id', { id: sent.reply.data.id }), message('programmes.proposed'));
}

function finish(to: string, text: Text, type: 'success' | 'warning' = 'success') {
  return redirect(to, { headers: { 'set-cookie': flash({ type, title: text, content: '' }) } });
}

/** A last look at a draft, before two others have to look at it. */
export default function CheckDraft() {
  const { t } = useI18n();
  const { draft, values } = useLoaderData<typeof loader>();
  const { id, facts, missing, revision } = draft;
  const result = useActionResult<typeof action>();
  const busy = useNavigation().formData?.get('intent');
  return (
    <>
      <PageHead
        title={facts.name ?? t('programmes.new')}
        lead={
          <>
            {t('programme_drafts.saved_by', { name: draft.saved_by })} <Time at={draft.saved_at} />
          </>
        }
      >
        <Link to={pathOf('all', id)}>{t('programme_drafts.at_once')}</Link>
        <Link to={href('/admin/programmes')}>{t('programmes.title')}</Link>
      </PageHead>
      <div className="columns">
        <DraftSteps draft={draft} />
        <div className="stack">
          <FacePreview values={values} />
          <DraftProblems draft={draft} refusal={result?.refusal} />
          <Form method="post" className="panel stack">
            <h2>{t('programme_drafts.propose')}</h2>
            <input type="hidden" name="revision" value={revision} />
            <ProposalFields
              errors={result?.refusal?.errors ?? {}}
              evidence_ref={result?.values.evidence_ref}
              has_adapter={facts.adapter_url != null}
            />
            <Button name="intent" value="propose" busy={busy === 'propose'} disabled={missing.length > 0}>
              {t('programmes.propose')}
            </Button>
            <p className="small muted">{t('programmes.new_lead')}</p>
          </Form>
          <details className="panel quiet-details">
            <summary>{t('programme_drafts.discard')}</summary>
            <Form method="post" className="stack">
              <p className="small">{t('programme_drafts.discard_more')}</p>
              <Button name="intent" value="discard" variant="danger" busy={busy === 'discard'}>
                {t('programme_drafts.discard')}
              </Button>
            </Form>
          </details>
        </div>
      </div>
    </>
  );
}
