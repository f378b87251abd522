import { languages } from 'virtual:messages';
import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import {
  addCannedAnswer,
  CANNED_VARIABLES,
  type CannedAnswer,
  changeCannedAnswer,
  listCannedAnswers,
  removeCannedAnswer,
} from '#contracts/desk/canned-answers.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { CannedForm } from './answers/canned-form.tsx';
import { Tags } from './queue/priorities.tsx';

export const handle = title('desk.canned');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, listCannedAnswers);
  return { answers: data };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const where = { context, url };
  const field = await readForm(request);
  const typed = languages.map(([locale]) => [locale, field(`body_${locale}`)] as const);
  const bodies = Object.fromEntries(typed.filter(([, text]) => text.trim() !== ''));
  const id = field('id');
  const settle = SETTLES.find((one) => one === field('settle')) ?? null;
  const tags = field('tags')
    .split(/[\s,]+/)
    .filter((tag) => tag !== '');
  const body = { name: field('name'), bodies, tags, settle };
  const removes = field('intent') === 'remove';
  const outcome = removes
    ? await attempt(where, removeCannedAnswer, { params: { id } })
    : id
      ? await attempt(where, changeCannedAnswer, { params: { id }, body })
      : await attempt(where, addCannedAnswer, { body });
  const values: Record<string, string> = {
    id,
    name: body.name,
    tags: field('tags'),
    settle: settle ?? '',
    ...Object.fromEntries(typed.map(([locale, text]) => [`body_${locale}`, text])),
  };
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = message(removes ? 'desk.canned_removed' : 'desk.canned_saved');
  const toast = flash({ type: 'success', title: said, content: '' });
  return redirect(href('/admin/tickets/answers'), { headers: { 'set-cookie': toast } });
}

const SETTLES = ['solved', 'closed'] as const;

export default function Answers() {
  const { t } = useI18n();
  const { answers } = useLoaderData<typeof loader>();
  const refusedId = useActionResult<typeof action>()?.values.id;
  const may = useRootData()?.user?.roles.includes('support') ?? false;
  return (
    <div className="reading stack">
      <PageHead title={t('desk.canned')} lead={<Link to={href('/admin/tickets')}>{t('desk.title')}</Link>} />
      <p className="muted">{t('desk.canned_lead')}</p>
      <p>
        {CANNED_VARIABLES.map((name) => (
          <code key={name}>{`{{${name}}} `}</code>
        ))}
      </p>
      {answers.length ? null : <Empty title={t('desk.canned_none')} />}
      {answers.map((answer) => (
        <details
          key={`${answer.id} ${answer.updated_at}`}
          className="panel quiet-details"
          open={answer.id === refusedId}
        >
          <summary>
            {answer.name} <Besides answer={answer} />
          </summary>
          <CannedForm answer={answer} may={may} />
        </details>
      ))}
      {may ? (
        <section className="panel stack" aria-labelledby="add-title">
          <h2 id="add-title">{t('desk.canned_add')}</h2>
          <CannedForm key={answers.length} answer={null} may />
        </section>
      ) : null}
    </div>
  );
}

/** What an answer does besides, for who looks for one. */
function Besides({ answer: { tags, settle } }: { answer: CannedAnswer }) {
  const { t } = useI18n();
  return (
    <>
      <Tags tags={tags} /> {settle ? <Tag tone="info">{t(`desk.besides_${settle}`)}</Tag> : null}
    </>
  );
}
