import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { createGuestTicket } from '#contracts/desk/guests.ts';
import { listSupportCategories } from '#contracts/desk/support.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { SendForCheck } from '#web/ui/ticket/send-for-check.tsx';
import { TopicFields } from '#web/ui/ticket/topic-fields.tsx';

export const handle = title('guest.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, listSupportCategories);
  return { categories: data };
}

const fields = ['email', 'category', 'subject', 'body'] as const;

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = {
    email: field('email').trim(),
    category: field('category'),
    subject: field('subject'),
    body: field('body'),
  };
  const outcome = await attempt({ context, url }, createGuestTicket, {
    body: { ...values, check: field('check') !== '' },
  });
  return outcome.ok ? redirect(`${href('/support/guest')}?sent`) : refused(outcome.refusal, values);
}

export default function Guest() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const result = useActionResult<typeof action>();
  const sent = query.has('sent') && !result;
  return (
    <>
      {sent ? <Sent /> : <Message />}
      <p className="minimal-foot">
        <Link to={href('/login')}>{t('register.to_login')}</Link>
      </p>
    </>
  );
}

function Message() {
  const { t } = useI18n();
  const { categories } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const form = useDraft({ name: 'guest', fields, isSent: () => false });
  const { values, refusal } = result ?? {};
  const errors = refusal?.errors ?? {};
  return (
    <div className="panel stack">
      <h1>{t('guest.title')}</h1>
      <p className="muted">
        <FormattedMessage of="guest.lead" parts={{ link: <Link to={href('/support')} /> }} />
      </p>
      <Form method="post" className="stack" noValidate ref={form}>
        <FormErrors refusal={refusal} fields={fields} />
        <Field
          name="email"
          label={t('field.email')}
          hint={t('guest.email_hint')}
          type="email"
          autoComplete="email"
          required
          defaultValue={values?.email}
          errors={errors.email}
        />
        <TopicFields categories={categories} values={values} errors={errors} />
        <Textarea
          name="body"
          label={t('support.message')}
          hint={t('support.message_hint')}
          rows={6}
          maxLength={8000}
          required
          defaultValue={values?.body}
          errors={errors.body}
        />
        <p className="small muted">{t('guest.no_proof')}</p>
        <Button size="large" wide busy={busy}>
          {t('support.send')}
        </Button>
        <SendForCheck refusal={refusal} busy={busy} />
      </Form>
    </div>
  );
}

function Sent() {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{t('guest.sent_title')}</h1>
      <p>{t('guest.sent')}</p>
      {useRootData()?.demo ? (
        <p>
          <FormattedMessage of="register.demo_mailbox" parts={{ link: <Link to={href('/demo/mails')} /> }} />
        </p>
      ) : null}
    </div>
  );
}
