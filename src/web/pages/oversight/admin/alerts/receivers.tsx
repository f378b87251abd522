import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import {
  type AlertReceiver,
  addAlertReceiver,
  listAlertReceivers,
  RECEIVER_FORMS,
  removeAlertReceiver,
  SEVERITIES,
  testAlertReceiver,
} from '#contracts/oversight/alert-receivers.ts';
import { type Message, message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { ReceiverForm } from './receiver-form.tsx';

export const handle = title('receivers.title');

export async function loader(where: LoaderFunctionArgs) {
  return withPreserved({ receivers: (await read(where, listAlertReceivers)).data }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const [verb, id] = [field('verb'), field('id')];
  const values = { name: field('name').trim(), form: field('form'), severity: field('severity') };
  if (verb === 'test') {
    const outcome = await attempt(where, testAlertReceiver, { params: { id } });
    if (!outcome.ok) return refused(outcome.refusal, values);
    const { delivered, status, failure, text } = outcome.reply.data;
    if (status === null) return said('warning', message('receivers.test_failed', { failure: failure ?? 'network' }));
    return delivered
      ? said('success', message('receivers.test_taken', { status, text }))
      : said('warning', message('receivers.test_refused', { status }));
  }
  if (verb === 'remove') {
    const outcome = await attempt(where, removeAlertReceiver, { params: { id } });
    return outcome.ok ? said('success', message('receivers.removed')) : refused(outcome.refusal, values);
  }
  const body = {
    name: values.name,
    form: RECEIVER_FORMS.find((one) => one === values.form) ?? 'json',
    severity: SEVERITIES.find((one) => one === values.severity) ?? 'critical',
    url: field('url').trim(),
    secret: field('secret').trim() || null,
  };
  // What is secret isn't kept while somebody confirms: it is typed again.
  const outcome = await attempt({ ...where, preserve: values }, addAlertReceiver, { body });
  return outcome.ok ? said('success', message('receivers.added')) : refused(outcome.refusal, values);
}

const said = (type: 'success' | 'warning', text: Message) =>
  redirect(href('/admin/alerts/receivers'), { headers: { 'set-cookie': flash({ type, title: text, content: '' }) } });

export default function AlertReceivers() {
  const { t } = useI18n();
  const { receivers } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const may = useRootData()?.user?.roles.includes('approver') ?? false;
  return (
    <>
      <PageHead title={t('receivers.title')} lead={t('receivers.lead')} />
      <div className="office">
        <FormErrors refusal={result?.refusal} fields={['name', 'url', 'secret']} />
        <Table
          caption={t('receivers.title')}
          columns={useColumns(may)}
          rows={receivers}
          keyOf={({ id }) => id}
          empty={<Empty title={t('receivers.none')} />}
        />
        {may ? <ReceiverForm key={receivers.length} result={result} /> : null}
      </div>
    </>
  );
}

function useColumns(may: boolean): Column<AlertReceiver>[] {
  const { t } = useI18n();
  const columns: Column<AlertReceiver>[] = [
    { key: 'name', header: t('receivers.name'), priority: 'lead', cell: ({ name }) => name },
    { key: 'form', header: t('receivers.form'), cell: ({ form }) => t(`receivers.form.${form}`) },
    { key: 'host', header: t('receivers.host'), cell: ({ host }) => <span className="sentence">{host}</span> },
    { key: 'severity', header: t('receivers.severity'), cell: ({ severity }) => t(`receivers.severity.${severity}`) },
    { key: 'last', header: t('receivers.last'), cell: (receiver) => <Last receiver={receiver} /> },
  ];
  if (!may) return columns;
  return [
    ...columns,
    { key: 'act', header: t('receivers.action'), align: 'end', cell: (one) => <Acts receiver={one} /> },
  ];
}

function Last({ receiver: { delivered_at, failed_at, failure } }: { receiver: AlertReceiver }) {
  const { t } = useI18n();
  if (failed_at !== null)
    return (
      <>
        <Time at={failed_at} /> {t('receivers.failed', { failure: failure ?? '' })}
      </>
    );
  return delivered_at === null ? t('receivers.never') : <Time at={delivered_at} />;
}

function Acts({ receiver: { id, name } }: { receiver: AlertReceiver }) {
  const { t } = useI18n();
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" className="row">
      <input type="hidden" name="id" value={id} />
      {(['test', 'remove'] as const).map((verb) => (
        <Button
          key={verb}
          name="verb"
          value={verb}
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={`${t(`receivers.${verb}`)}: ${name}`}
        >
          {t(`receivers.${verb}`)}
        </Button>
      ))}
    </Form>
  );
}
